-- For each registrable domain (or address): the pages that were fetched, those that wait, and the visits in the log.
select domain, sum(fetched) as fetched, sum(1 - fetched) as waiting, sum(visits) as visits
from forms
group by domain
order by fetched desc, domain
