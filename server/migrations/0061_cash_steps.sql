-- A currency that is added is handed out in cents until an admin says otherwise; those that exist keep the coin that they have.
alter table currencies alter column cash_step set default 0;
