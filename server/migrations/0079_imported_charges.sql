-- Charges of packages are imported from files.
alter table imports
  drop constraint imports_kind_check,
  add constraint imports_kind_check check (kind in ('clients', 'packages', 'statuses', 'tariffs', 'charges'));
alter table import_layouts
  drop constraint import_layouts_kind_check,
  add constraint import_layouts_kind_check check (kind in ('clients', 'packages', 'statuses', 'tariffs', 'charges'));
