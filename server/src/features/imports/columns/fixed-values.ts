import type { FixedValues } from '@casillero/shared/contract/import-columns'
import { mayWait } from '@casillero/shared/domain/charges'
import { type FixedField, fixedFields, type ImportKind } from '@casillero/shared/domain/import-fields'
import { isTariffOffered } from '@casillero/shared/domain/package-choice'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { listCharges } from '../../charges/queries.ts'
import { holdConsignment } from '../../consignments/hold-consignment.ts'
import { listActiveCurrencies } from '../../currencies/queries.ts'
import { readToday } from '../../tariffs/hold-tariffs.ts'
import { listTariffs } from '../../tariffs/queries.ts'
import { closedStatus, listNamedStatuses } from './named-statuses.ts'

export type FixedTexts = Readonly<Record<string, string>>

const keys = [
  ['shippingMethod', 'shippingMethod'],
  ['status', 'statusId'],
  ['tariff', 'tariffId'],
  ['shipment', 'shipmentId'],
  ['charge', 'chargeId'],
  ['currency', 'currencyId'],
] as const satisfies [FixedField, keyof FixedValues][]

/** Undefined if the value can be used today. */
async function problemWith(
  db: Db,
  field: FixedField,
  value: string,
  method: string | null,
): Promise<string | undefined> {
  if (field === 'shippingMethod') return undefined
  if (field === 'status') {
    const found = (await listNamedStatuses(db)).find(({ id }) => id === value)
    if (!found) return 'Elija un estado'
    return found.isClosed ? closedStatus.choice : undefined
  }
  if (field === 'tariff') {
    const found = (await listTariffs(db, {})).data.find(({ id }) => id === value)
    if (!found || !isTariffOffered(found, await readToday(db))) return 'Elija una tarifa vigente'
    return method !== null && found.type !== method ? 'La tarifa no es de este método' : undefined
  }
  if (field === 'charge')
    return (await listCharges(db, false)).some((charge) => charge.id === value && mayWait(charge))
      ? undefined
      : 'Elija un cargo'
  if (field === 'currency')
    return (await listActiveCurrencies(db)).some(({ id }) => id === value) ? undefined : 'Elija una moneda'
  const shipment = await holdConsignment(db, value).catch(() => undefined)
  if (!shipment) return 'Elija un embarque'
  if (shipment.state !== 'open') return `El embarque #${shipment.number} ya se envió: su lista no cambia`
  return method !== null && shipment.shippingMethod !== method ? 'El embarque no es de este método' : undefined
}

/** docs/product/imports.md, "Columns". */
export async function openFixed(
  db: Db,
  kind: ImportKind,
  given: Partial<FixedValues>,
  columns: readonly { field: string | null }[],
): Promise<FixedTexts> {
  const offered: readonly string[] = fixedFields[kind]
  const problems: Record<string, string> = {}
  const texts: Record<string, string> = {}
  for (const [field, key] of keys) {
    const value = given[key]
    if (value === undefined || value === null) continue
    const name = `fixed.${key}`
    if (!offered.includes(field)) problems[name] = 'No se usa en este archivo'
    else if (columns.some((column) => column.field === field)) problems[name] = 'Una columna del archivo ya lo dice'
    else {
      const problem = await problemWith(db, field, value, given.shippingMethod ?? null)
      if (problem !== undefined) problems[name] = problem
      else texts[field] = value
    }
  }
  if (Object.keys(problems).length > 0) throw new AppError('invalid', { fields: problems })
  return texts
}
