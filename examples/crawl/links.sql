-- The graph of hosts, what is linked to most first.
select from_host, to_host, links from graph order by links desc, from_host, to_host
