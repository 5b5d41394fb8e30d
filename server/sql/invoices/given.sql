-- What is above the total was given back: a server of the version before does not write how much.
create or replace function keep_given_total() returns trigger language plpgsql as $$
begin
  if new.voided_at is null then
    new.given_total := greatest(new.given_total, new.paid_total - new.total_amount);
  end if;
  return new;
end $$;
