const openings = ["'", '"', "')", "'))", '', "\\'", "%'", '$$']
const smuggled = [
  'or 1=1--',
  "or 'a'='a",
  "or 'a' like 'a%",
  'union select null,null--',
  'union all select id,1 from users--',
  '; drop table clients--',
  '; select pg_sleep(5)--',
  '|| (select password_hash from users limit 1)',
  'and 1=cast(version() as int)--',
  'order by 99--',
  "; copy (select 1) to program 'id'--",
  'and (select 1 from pg_sleep(5)) is null',
  '/**/or/**/true',
  "; set role casillero_owner; update users set type='admin",
  'or company_id is not null--',
]

/** Texts that would change a statement into which they were pasted. */
export const injections = openings.flatMap((opening) => smuggled.map((rest) => `${opening} ${rest}`))
