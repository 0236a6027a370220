-- After each page of the archives: how many pages were known by then. At most 1,000 rows, however many pages there are.
select first_page as page, known
from (
    select
        first_page,
        sum(count(*)) over (order by first_page) as known,
        lead(first_page) over (order by first_page) as next_page,
        max(first_page) over () as last_page
    from forms
    group by first_page
) as steps
where next_page is null or floor(first_page * 1000.0 / greatest(last_page, 1)) < floor(next_page * 1000.0 / greatest(last_page, 1))
order by first_page
