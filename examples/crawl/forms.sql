-- Every page that is known, by its canonical form: its domain and host, the page that first led there (0: the log), how
-- often it was linked to, and whether it was fetched.
select
    form,
    min(domain) as domain,
    min(host) as host,
    min(number) as first_page,
    sum(links) as links,
    max(fetched) as fetched,
    sum(visits) as visits
from (
    select
        uri_canonical(url, 'dedupe') as form,
        coalesce(uri_domain(url), nullif(uri_host(url), '')) as domain,
        uri_host(uri_canonical(url, 'dedupe')) as host,
        number,
        case when source = 'fetched' then 0 else 1 end as links,
        case when source = 'fetched' then 1 else 0 end as fetched,
        case when source = 'log' then 1 else 0 end as visits
    from met
    where lower(uri_scheme(url)) in ('http', 'https')
) as written
where domain is not null
group by form
