create or replace trigger keep_company_identity before update on companies for each row
  execute function keep_company_identity();
