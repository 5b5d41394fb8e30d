-- The wall behind the rules: a package on a hand-over that is not undone stays in its final status, with its client; and where the
-- company asks for payment before the hand-over, no other way leads to the final status. The constraint's name is the code of the
-- refusal that callers get, the detail its values.
create or replace function keep_handed_over_package() returns trigger language plpgsql as $$
declare
  handed_in uuid;
  handed record;
begin
  if tg_op = 'UPDATE' then
    -- Of thousands that move hardly one was handed over: the hand-over itself is read for that one alone.
    select l.handover_id into handed_in from handover_packages l
    where l.company_id = new.company_id and l.package_id = new.id and l.undone_at is null;
    if found then
      select v.status_id, v.company_handover_id into handed from handovers v where v.company_id = new.company_id and v.id = handed_in;
      if new.status_id is distinct from handed.status_id or new.deleted_at is distinct from old.deleted_at
         or new.client_id is distinct from old.client_id and not is_merged_into(old.company_id, old.client_id, new.client_id) then
        raise exception 'package % is handed over', old.company_package_id
          using errcode = 'CS409', constraint = 'package_handed_over',
                detail = json_build_object('number', old.company_package_id, 'handover', handed.company_handover_id);
      end if;
      return new;
    end if;
    if new.status_id is not distinct from old.status_id then
      return new;
    end if;
  end if;
  if exists (
    select from statuses s join companies c on c.id = s.company_id
    where s.company_id = new.company_id and s.id = new.status_id and s.is_final_status and c.requires_paid_handover
  ) then
    raise exception 'the final status is set by the hand-over' using errcode = 'CS409', constraint = 'final_by_handover';
  end if;
  return new;
end $$;
