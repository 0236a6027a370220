-- For each host: how many other hosts link to it, and with how many links.
select to_host as host, count(*) as linked_from, sum(links) as links
from graph
group by to_host
order by linked_from desc, links desc, host
