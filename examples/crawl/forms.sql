-- Every page that is known, by its canonical form: the page of the archive that first led there (0: the log), and how
-- often it was met.
create or replace temp view forms as
select
    form,
    min(domain) as domain,
    min(page) as first_page,
    sum(links) as links,
    max(fetched) as fetched
from (
    select
        uri_canonical(url, 'dedupe') as form,
        coalesce(uri_domain(url), nullif(uri_host(url), '')) as domain,
        page,
        case when source = 'fetched' then 0 else 1 end as links,
        case when source = 'fetched' then 1 else 0 end as fetched
    from met
    where lower(uri_scheme(url)) in ('http', 'https')
) as written
where domain is not null
group by form
