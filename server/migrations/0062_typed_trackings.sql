-- A package keeps the number that `trackingOf` reads, and beside it what was typed or scanned where that is another text. Rows of before
-- are read here as the server of this version reads them; what is written later goes through the server alone.

alter table packages
  add column typed_tracking text check (length(typed_tracking) <= 500),
  add column typed_warehouse_tracking text check (length(typed_warehouse_tracking) <= 500);

-- Without what leaves no mark: Default_Ignorable_Code_Point, formats, controls, the blank of braille. Wide forms are plain ones.
create function pg_temp.visible_code(code text) returns text language sql immutable as $$
  select trim(both ' ' from regexp_replace(regexp_replace(normalize(regexp_replace(
    regexp_replace(code, '[\u0009\u000a\u000d\u0085\u2028\u2029]+', ' ', 'g'),
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f'
      || '\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd'
      || '\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'), NFKC),
    '[\u058a\u05be\u1400\u1806\u2010-\u2015\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0]', '-', 'g'), '\s+', ' ', 'g'))
$$;

create function pg_temp.typed_code(scan text) returns text language sql immutable as $$
  select trim(both ' ' from regexp_replace(pg_temp.visible_code(upper(pg_temp.visible_code(scan))), '^(?:\][A-Z][A-Z0-9_]\s*)+(?=.)', ''))
$$;

create function pg_temp.weigh(code text, variadic weights int[]) returns int language sql immutable as $$
  select coalesce(sum(case when c ~ '[0-9]' then c::int else (ascii(c) - 3) % 10 end * weights[(n - 1) % array_length(weights, 1) + 1]), 0)::int
  from (select substr(reverse(code), n, 1) as c, n from generate_series(1, length(code)) n) characters
$$;

create function pg_temp.ends_in_10(code text, variadic weights int[]) returns boolean language sql immutable as $$
  select (10 - pg_temp.weigh(left(code, -1), variadic weights) % 10) % 10 = right(code, 1)::int
$$;

create function pg_temp.ends_in_11(code text) returns boolean language sql immutable as $$
  select (pg_temp.weigh(left(code, -1), 1, 3, 7) % 11) % 10 = right(code, 1)::int
$$;

create function pg_temp.postal_number(code text) returns text language plpgsql immutable as $$
begin
  if code ~ '^9[1-5](?:[0-9]{20}|[0-9]{24})$' then
    if pg_temp.ends_in_10(code, 3, 1) then return code; end if;
  elsif code ~ '^(?:0[1-3]|2[0-9]|7[0-9]|8[12])[0-9]{18}$' then
    if pg_temp.ends_in_10(code, 3, 1) or pg_temp.ends_in_10('91' || code, 3, 1) then return code; end if;
  end if;
  return null;
end $$;

-- The readers of the carriers in the order of the server.
create function pg_temp.read_one(code text) returns text language plpgsql immutable as $$
declare
  number text;
  rest int;
begin
  if code ~ '^1Z[A-Z0-9]{15}[0-9]$' then
    if pg_temp.ends_in_10(substr(code, 3), 1, 2) then return code; end if;
  elsif code ~ '^TB[ACM][0-9]{12}$' then
    return code;
  elsif code ~ '^420[0-9]+$' then
    number := coalesce(pg_temp.postal_number(substr(code, 13)), pg_temp.postal_number(substr(code, 9)));
    if number is not null then return number; end if;
  elsif pg_temp.postal_number(code) is not null then
    return code;
  elsif code ~ '^[A-Z]{2}[0-9]{9}[A-Z]{2}$' then
    rest := 11 - pg_temp.weigh(substr(code, 3, 8), 7, 9, 5, 3, 2, 4, 6, 8) % 11;
    if (case rest when 10 then 0 when 11 then 5 else rest end) = substr(code, 11, 1)::int then return code; end if;
  end if;
  if code ~ '^(?:96|10)[0-9]{32}$' then
    number := regexp_replace(right(code, 14), '^0{1,2}', '');
    if pg_temp.ends_in_11(number) then return number; end if;
  elsif code ~ '^96[0-9]{20}$' then
    number := substr(code, 8);
    if pg_temp.ends_in_10(number, 3, 1) then return number; end if;
  elsif code ~ '^[0-9]{12}$' then
    if pg_temp.ends_in_11(code) then return code; end if;
  elsif code ~ '^[0-9]{15}$' then
    if pg_temp.ends_in_10(code, 3, 1) then return code; end if;
  elsif code ~ '^[CD][0-9]{14}$' then
    if pg_temp.ends_in_10(translate(left(code, 1), 'CD', '45') || substr(code, 2), 2, 1) then return code; end if;
  elsif code ~ '^(?:LX1[0-9]{7}|1LS7[0-9]{11,12}(?:-[0-9])?)$' then
    return code;
  elsif code ~ '^[0-9]{10,11}$' then
    if left(code, -1)::bigint % 7 = right(code, 1)::int then return code; end if;
  elsif code ~ '^(?:J[A-Z]{1,3}|GM)[0-9]{10,22}$' then
    return code;
  end if;
  return null;
end $$;

create function pg_temp.read_number(typed text) returns text language sql immutable as $$
  select coalesce(pg_temp.read_one(replace(typed, ' ', '')), pg_temp.read_one(translate(typed, ' -', '')))
$$;

-- The one number in an address or in the square barcode of a label.
create function pg_temp.read_wrapped(typed text) returns text language plpgsql immutable as $$
declare
  numbers text[];
  parts text[];
begin
  if starts_with(typed, '[)>') then
    select array_agg(distinct found.number) into numbers from (
      select m[1] as number from regexp_matches(typed, '1Z(?![A-Z0-9]{8}UPSN)[A-Z0-9]{16}', 'g') m where pg_temp.read_one(m[1]) = m[1]
      union
      select '1Z' || m[3] || m[1] || m[2] from regexp_matches(typed, '[0-9]{3}\s*[0-9]([0-9][0-9])\s*1Z([A-Z0-9]{8})\s*UPSN\s*([A-Z0-9]{6})', 'g') m
        where pg_temp.read_one('1Z' || m[3] || m[1] || m[2]) is not null
      union
      select m[1] from regexp_matches(typed, '([0-9]{12})\s*[0-9]{4}\s*FDE', 'g') m where pg_temp.ends_in_11(m[1])) found;
  elsif typed ~ '^(?:HTTPS?|WWW)[^A-Z0-9]|://|^[A-Z0-9-]+(?:\.[A-Z0-9-]+)*\.[A-Z]{2,}[/?]' then
    select array_agg(part order by n) into parts
      from regexp_split_to_table(regexp_replace(typed, '%[0-9A-F]{2}', ' ', 'g'), '[^A-Z0-9]+') with ordinality as p (part, n) where part <> '';
    select array_agg(distinct part) into numbers from unnest(parts) part
      where part !~ '^[0-9]{10,11}$' and pg_temp.read_number(part) is not null;
    if numbers is null then
      select array_agg(distinct p.part) into numbers from unnest(parts) with ordinality as p (part, n)
        where p.part ~ '^(?=(?:.*[0-9]){6})[A-Z0-9]{8,40}$' and parts[n - 1]
          ~ '^(?:.*TRACK.*|TRK.*|T?LABELS?|.*NUM.*|.*NBR|NOS?|IDS?|CODES?|GUIAS?|AWBS?|SHIPMENTS?|PACKAGES?|PIEZAS?|RASTREO|CN)$';
    end if;
  end if;
  return case when cardinality(numbers) = 1 then coalesce(pg_temp.read_number(numbers[1]), numbers[1]) end;
end $$;

create function pg_temp.tracking_of(scan text) returns text language plpgsql immutable as $$
declare
  typed text := pg_temp.typed_code(scan);
  number text := coalesce(pg_temp.read_wrapped(typed), pg_temp.read_number(typed));
begin
  if number is null and typed like '% %' and length(regexp_replace(typed, '[^0-9]', '', 'g')) >= 5
     and typed ~ '^(?:[A-Z]{1,3} )?(?:(?=\S*[0-9])[A-Z0-9-]+ )*(?=\S*[0-9])[A-Z0-9-]+(?: [A-Z]{1,3})?$' then
    number := replace(typed, ' ', '');
  end if;
  number := coalesce(number, typed);
  return case when length(number) between 1 and 120 then number else scan end;
end $$;

-- Only these codes can read as another text.
create function pg_temp.is_odd(code text) returns boolean language sql immutable as $$
  select coalesce(code ~ '[^A-Z0-9]' or code ~ '^(?:420|96|10)[0-9]{19,}$', false)
$$;

create temporary table read_trackings on commit drop as
  select r.* from (
    select p.company_id, p.id, p.tracking, p.warehouse_tracking,
      case when pg_temp.is_odd(p.tracking) then pg_temp.tracking_of(p.tracking) else p.tracking end as number,
      case when pg_temp.is_odd(p.warehouse_tracking) then pg_temp.tracking_of(p.warehouse_tracking) else p.warehouse_tracking end
        as warehouse_number
    from packages p where pg_temp.is_odd(p.tracking) or pg_temp.is_odd(p.warehouse_tracking)
  ) r where (r.number, r.warehouse_number) is distinct from (r.tracking, r.warehouse_tracking);

-- No package changes for people: the log, the versions and the walls have nothing to say to it. The searched words get the number too.
alter table packages disable trigger user;
update packages p set
  tracking = r.number,
  warehouse_tracking = r.warehouse_number,
  typed_tracking = case when r.number is distinct from r.tracking then r.tracking end,
  typed_warehouse_tracking = case when r.warehouse_number is distinct from r.warehouse_tracking then r.warehouse_tracking end,
  search_text = p.search_text
    || case when r.number is distinct from r.tracking then lower(regexp_replace(r.number, '[-+().#''’]', '', 'g')) || '|' else '' end
    || case when r.warehouse_number is distinct from r.warehouse_tracking
         then lower(regexp_replace(r.warehouse_number, '[-+().#''’]', '', 'g')) || '|' else '' end
from read_trackings r where r.company_id = p.company_id and r.id = p.id;
alter table packages enable trigger user;

update package_search_texts t set text = p.search_text || p.client_search_text
from read_trackings r join packages p on p.company_id = r.company_id and p.id = r.id
where t.company_id = p.company_id and t.package_id = p.id;

-- They stay as they are: each list marks them, and a person decides.
do $$
declare
  shared record;
begin
  select count(*) as packages, count(distinct p.company_id) as companies into shared
  from packages p
  where p.deleted_at is null
    and exists (select from packages o where o.company_id = p.company_id and o.tracking = p.tracking and o.id <> p.id and o.deleted_at is null)
    and (p.company_id, p.tracking) in (
      select r.company_id, r.number from read_trackings r join packages n on n.company_id = r.company_id and n.id = r.id
      where n.deleted_at is null and r.number is distinct from r.tracking);
  if shared.packages > 0 then
    raise warning '% packages of % companies share their tracking with another one by now; lists mark them as “Tracking repetido”.',
      shared.packages, shared.companies;
  end if;
end $$;
