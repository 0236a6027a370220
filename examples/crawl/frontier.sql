-- The frontier: what is known and was not fetched, what is linked to most first. The key is the form as a number.
select uri_canonical_key(form, 'dedupe') as key, form as url, domain, first_page, links
from forms
where fetched = 0
order by links desc, url
