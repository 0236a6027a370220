-- The graph of hosts: from which host to which other one links lead, and how many.
select from_host, to_host, count(*) as links
from (
    select uri_host(uri_canonical(page, 'dedupe')) as from_host, uri_host(uri_canonical(url, 'dedupe')) as to_host
    from met
    where source = 'link' and lower(uri_scheme(url)) in ('http', 'https')
) as edges
where from_host <> to_host and to_host <> ''
group by from_host, to_host
