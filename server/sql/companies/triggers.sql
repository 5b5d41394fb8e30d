create or replace trigger keep_company_identity before update on companies for each row
  execute function keep_company_identity();
create or replace trigger end_company_access after update of status on companies for each row
  when (old.status = 'active' and new.status <> 'active') execute function end_company_access();
