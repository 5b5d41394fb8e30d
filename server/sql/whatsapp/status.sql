-- How long a connection that failed is left alone before the next try, by the number of tries before it.
create or replace function try_pause(tries int) returns interval language sql immutable as $$
  select coalesce((array['2 minutes', '10 minutes', '30 minutes']::interval[])[tries + 1], interval '1 hour')
$$;

-- Since when messages may have been missed after a loss: two minutes before it, because it is noticed late and clocks differ. One that is
-- noted already moves by a millisecond, by which a reading that began before the loss is known to be no reading of it.
create or replace function begin_missed(noted timestamptz, lost_at timestamptz) returns timestamptz language sql immutable as $$
  select least(noted - interval '1 millisecond', date_trunc('milliseconds', lost_at) - interval '2 minutes')
$$;

-- What a change of status means, from every source: the poll, an event or a wish that was carried out.
create or replace function note_status() returns trigger language plpgsql as $$
begin
  new.status_since := clock_timestamp();
  if old.status = 'WORKING' and old.linked_at is not null then
    new.missed_since := begin_missed(old.missed_since, clock_timestamp());
  end if;
  if new.status = 'WORKING' then
    new.problem := null;
    new.is_unlinked := false;
    new.tries := 0;
    new.next_try_at := null;
  elsif new.status = 'SCAN_QR_CODE' then
    -- What shows a QR is linked to no phone any more, and without one there is nothing to bring back.
    new.linked_at := null;
    new.linked_name := null;
    new.linked_phone := null;
    new.missed_since := null;
    new.compared_at := null;
    new.deaf_since := null;
    new.problem := null;
    new.is_unlinked := false;
    new.tries := 0;
    new.next_try_at := null;
  elsif new.status = 'STARTING' then
    new.next_try_at := null;
  elsif new.status = 'FAILED' then
    new.failed_from := old.status;
    -- Out of reach of WhatsApp the gateway tries for two minutes; what fails at once was refused.
    new.is_unlinked := old.linked_at is not null and old.status = 'STARTING'
      and coalesce(old.begun_at > clock_timestamp() - interval '30 seconds', false);
    new.next_try_at := case when old.linked_at is not null and not new.is_unlinked
                            then clock_timestamp() + try_pause(old.tries) end;
  end if;
  return new;
end $$;
