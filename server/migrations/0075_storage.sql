-- Storage: a charge for each day that a package waits after its free days. A company without such a charge has none, as before.
alter table charges
  add free_days integer,
  add is_per_pound boolean default false not null,
  add maximum numeric(9,2),
  add notice_days integer,
  drop constraint charges_charge_kind_check,
  add constraint charges_charge_kind_check
    check (charge_kind in ('per_package', 'per_pound', 'percent_of_value', 'per_invoice', 'free', 'advance', 'storage')),
  add constraint charges_free_days_check check ((charge_kind = 'storage') = (free_days is not null) and free_days between 0 and 365),
  add constraint charges_storage_check
    check (charge_kind = 'storage' or (not is_per_pound and maximum is null and notice_days is null)),
  add constraint charges_maximum_check check (maximum > 0),
  add constraint charges_notice_days_check check (notice_days between 1 and 30);
create unique index charges_company_id_storage_key on charges (company_id) where (charge_kind = 'storage' and deleted_at is null);

-- A lowered charge has the amount that stays, in the invoice's currency, and keeps the total that it had.
alter table invoice_charges
  add days integer,
  add full_total numeric(14,2),
  drop constraint invoice_charges_kind_check,
  add constraint invoice_charges_kind_check
    check (kind in ('per_package', 'per_pound', 'percent_of_value', 'per_invoice', 'free', 'advance', 'storage')),
  add constraint invoice_charges_days_check check ((kind = 'storage') = (days is not null) and days > 0),
  add constraint invoice_charges_full_total_check check (full_total is null or (full_total > total and not is_waived)),
  drop constraint invoice_charges_currency_id_check,
  add constraint invoice_charges_currency_id_check
    check ((currency_id is not null) = (kind in ('free', 'advance') or full_total is not null)),
  drop constraint invoice_charges_waiver_reason_check,
  add constraint invoice_charges_waiver_reason_check
    check (waiver_reason is null or ((is_waived or full_total is not null) and length(waiver_reason) between 1 and 200));
