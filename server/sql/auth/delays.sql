-- How long an origin waits after its last failure: from failure number `free` on 1, 2, 4, 8, 16 and then 30 seconds.
create or replace function sign_in_delay(failures int, free int) returns interval language sql immutable as $$
  select case when failures < free then interval '0'
    else least(power(2, least(failures - free, 5)), 30) * interval '1 second' end
$$;
