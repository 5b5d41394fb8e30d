-- Rules by which a tariff counts what it charges, and the measures that they need. Without them a price is weight × price per pound, and
-- every column here is null or empty, as a server of the version before leaves them.
alter table tariffs
  add unit text default 'pound' not null,
  add minimum_pounds numeric(6,2),
  add round_up_to numeric(3,2),
  add rounding_grace numeric(3,2),
  add volumetric_divisor integer,
  add tiers jsonb default '[]' not null,
  add constraint tariffs_unit_check check (unit in ('pound', 'cubic_foot', 'piece')),
  add constraint tariffs_minimum_pounds_check check (minimum_pounds > 0),
  add constraint tariffs_round_up_to_check check (round_up_to in (0.1, 0.25, 0.5, 1)),
  add constraint tariffs_rounding_grace_check check (rounding_grace > 0 and rounding_grace < round_up_to),
  add constraint tariffs_volumetric_divisor_check check (volumetric_divisor between 50 and 1000),
  add constraint tariffs_tiers_check check (jsonb_typeof(tiers) = 'array' and jsonb_array_length(tiers) <= 10);

-- `price_rules` are those of the tariff when it was assigned, as `price_per_pound` is its price of then; null are none. What is charged and
-- at which price follows from them, and is kept so that lists need not compute it.
alter table packages
  add length numeric(4,1),
  add width numeric(4,1),
  add height numeric(4,1),
  add declared_value numeric(9,2),
  add price_rules jsonb,
  add charged_quantity numeric(10,2),
  add charged_price numeric(6,2),
  add constraint packages_measures_check
    check (num_nonnulls(length, width, height) in (0, 3) and length > 0 and width > 0 and height > 0),
  add constraint packages_declared_value_check check (declared_value >= 0 and declared_value <> 'NaN'::numeric),
  add constraint packages_price_rules_check check (price_rules is null or (tariff_id is not null and jsonb_typeof(price_rules) = 'object')),
  add constraint packages_charged_check
    check ((charged_quantity is null) = (charged_price is null) and charged_quantity > 0 and charged_price >= 0),
  add constraint packages_charged_by_rules_check check ((charged_quantity is null) = (price_rules is null or total_price is null)),
  drop constraint packages_check4,
  add constraint packages_total_price_from_check check (
    (total_price is null) = (weight is null or price_per_pound is null
      or coalesce(price_rules ->> 'unit' = 'cubic_foot', false) and length is null));

-- `quantity` is what was charged, `list_price` the price of each; `weight` is null where that was the weight itself.
alter table invoice_items
  alter quantity type numeric(10,2),
  add weight numeric(6,2),
  add length numeric(4,1),
  add width numeric(4,1),
  add height numeric(4,1),
  add price_rules jsonb,
  add constraint invoice_items_weight_check check (weight > 0 and weight <> 'NaN'::numeric),
  add constraint invoice_items_price_rules_check check ((price_rules is null) = (weight is null));
