-- The texts that a company starts with stand in add_default_templates alone; nothing else called these.
drop function if exists add_correction_template (uuid);
drop function if exists add_account_templates (uuid);
drop function if exists add_waiting_template (uuid);
drop function if exists add_dispatch_template (uuid);
drop function if exists add_access_template (uuid);
drop function if exists add_prealert_template (uuid);
drop function if exists add_voucher_templates (uuid);
