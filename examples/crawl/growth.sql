-- After each page of the archive: how many pages were known by then.
select first_page as page, sum(count(*)) over (order by first_page) as known
from forms
group by first_page
order by first_page
