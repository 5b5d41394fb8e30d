import { chargeKindNames } from '@casillero/shared/domain/charge-text'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { unitNouns } from '@casillero/shared/domain/price-units'
import { amount, dollars, type Fields, type Format, plain, text, weight, yesNo } from './audit-formats.ts'

const unit: Format = (value) => Object(unitNouns)[String(value)] ?? String(value)
const tiers: Format = (value) =>
  [value]
    .flat()
    .map((tier) => `desde ${Object(tier).from}: ${formatMoney(Number(Object(tier).price))}`)
    .join(', ')
const rules: Format = (value, ...rest) => unit(Object(value).unit, ...rest)

export const priceFields: Fields = [
  ['unit', 'Se cobra por', unit],
  ['minimum_pounds', 'Mínimo', weight],
  ['round_up_to', 'Redondeo hacia arriba', plain],
  ['rounding_grace', 'Se perdona hasta', plain],
  ['volumetric_divisor', 'Pulgadas³ por libra', text],
  ['tiers', 'Tramos', tiers],
  ['length', 'Largo en pulgadas', text],
  ['width', 'Ancho en pulgadas', text],
  ['height', 'Alto en pulgadas', text],
  ['declared_value', 'Valor declarado', dollars],
  ['price_rules', 'Reglas de cobro, por', rules],
  ['charged_quantity', 'Cantidad cobrada', plain],
  ['charged_price', 'Precio cobrado', dollars],
]

const charge: Format = (value) => Object(chargeKindNames)[String(value)] ?? String(value)
const names: Format = (value, known) =>
  [value]
    .flat()
    .map((id) => known.get(String(id)) ?? '')
    .filter(Boolean)
    .join(', ')

export const chargeFields: Fields = [
  ['charge_id', 'Cargo', names],
  ['charge_kind', 'Se cobra', charge],
  ['price', 'Precio', plain],
  ['minimum', 'Mínimo', dollars],
  ['is_per_hundred', 'Por cada US$100 o fracción', yesNo],
  ['is_automatic', 'Se aplica solo', yesNo],
  ['tariff_ids', 'Tarifas', names],
  ['value_from', 'Valor declarado desde', dollars],
  ['asks_reason', 'Pide motivo al quitarlo', yesNo],
  ['free_days', 'Días gratis', plain],
  ['is_per_pound', 'Por libra', yesNo],
  ['maximum', 'Máximo', dollars],
  ['notice_days', 'Avisa días antes', plain],
  ['charges_total', 'Cargos', amount],
  ['advances_total', 'Adelantos', amount],
]
