-- A minimum holds after grace and step from now on. Packages keep their rules, and lines theirs: with the minimum that was counted as a
-- step before, the same quantities follow. Nothing changes for people: log, versions and walls have nothing to say to it.
create function pg_temp.keep_minimum(rules jsonb) returns jsonb language sql immutable as $$
  select rules || jsonb_build_object('minimumPounds', case
    when r.minimum > r.step and r.minimum % r.step <= r.grace then r.minimum - r.minimum % r.step
    else r.minimum - r.minimum % r.step + r.step end)
  from (select (rules ->> 'minimumPounds')::numeric as minimum, (rules ->> 'roundUpTo')::numeric as step,
    coalesce((rules ->> 'roundingGrace')::numeric, 0) as grace) r
$$;
create function pg_temp.is_between_steps(rules jsonb) returns boolean language sql immutable as $$
  select coalesce((rules ->> 'minimumPounds')::numeric % (rules ->> 'roundUpTo')::numeric > 0, false)
$$;

alter table packages disable trigger user;
update packages set price_rules = pg_temp.keep_minimum(price_rules) where pg_temp.is_between_steps(price_rules);
alter table packages enable trigger user;
alter table invoice_items disable trigger user;
update invoice_items set price_rules = pg_temp.keep_minimum(price_rules) where pg_temp.is_between_steps(price_rules);
alter table invoice_items enable trigger user;
