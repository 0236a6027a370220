-- For each registrable domain (or address): the pages that were fetched, those that wait, and the visits in the log.
select domain, sum(fetched) as fetched, sum(waiting) as waiting, sum(visits) as visits
from (
    select domain, fetched, 1 - fetched as waiting, 0 as visits from forms
    union all
    select coalesce(uri_domain(url), nullif(uri_host(url), '')), 0, 0, 1 from met where source = 'log'
) as counted
group by domain
order by fetched desc, domain
