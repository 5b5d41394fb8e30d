import type { FixedValues } from '@casillero/shared/contract/import-columns'
import type { ImportLoad } from '@casillero/shared/contract/imports'
import { businessDate } from '@casillero/shared/domain/business-date'
import { mayWait } from '@casillero/shared/domain/charges'
import { type FixedField, fixedFields } from '@casillero/shared/domain/import-fields'
import { isTariffOffered } from '@casillero/shared/domain/package-choice'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { read } from '../../lib/api.ts'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import type { Choice } from './column-row.tsx'

const keys = {
  shippingMethod: 'shippingMethod',
  status: 'statusId',
  tariff: 'tariffId',
  shipment: 'shipmentId',
  charge: 'chargeId',
  currency: 'currencyId',
} as const
const labels: Record<FixedField, string> = {
  shippingMethod: 'Método de envío',
  status: 'Estado',
  tariff: 'Tarifa',
  shipment: 'Embarque',
  charge: 'Cargo',
  currency: 'Moneda',
}
const methods = [
  { id: 'aereo', name: 'Aéreo' },
  { id: 'maritimo', name: 'Marítimo' },
]

export const openFields = ({ kind }: ImportLoad, choices: readonly Choice[]): FixedField[] =>
  fixedFields[kind].filter((field: FixedField) => !choices.includes(field))

/** Returns only values whose field has no column. */
export function sentFixed(fixed: FixedValues, fields: readonly FixedField[]): Partial<FixedValues> {
  return Object.fromEntries(fields.map((field) => [keys[field], fixed[keys[field]]]))
}

const failed = { meta: { failed: 'Error al cargar datos auxiliares' } }

function useOffers(
  fields: readonly FixedField[],
  method: string | null,
): Record<FixedField, { id: string; name: string }[]> {
  const [hasStatus, hasTariff, hasShipment] = (['status', 'tariff', 'shipment'] as const).map((field) =>
    fields.includes(field),
  )
  const statuses = useQuery({ ...read('GET /api/statuses'), ...failed, enabled: hasStatus === true })
  const tariffs = useQuery({ ...read('GET /api/tariffs'), ...failed, enabled: hasTariff === true })
  const open = { status: 'open', page: '1', limit: '50' } as const
  const shipments = useQuery({
    ...read('GET /api/shipments', { query: open }),
    ...failed,
    enabled: hasShipment === true,
  })
  const charges = useQuery({ ...read('GET /api/charges'), ...failed, enabled: fields.includes('charge') })
  const currencies = useQuery({ ...read('GET /api/currencies'), ...failed, enabled: fields.includes('currency') })
  const today = businessDate(new Date())
  const ofMethod = (type: string) => method === null || method === type
  return {
    shippingMethod: methods,
    status: statuses.data?.data ?? [],
    tariff: (tariffs.data?.data ?? []).filter((tariff) => ofMethod(tariff.type) && isTariffOffered(tariff, today)),
    shipment: (shipments.data?.data ?? [])
      .filter(({ shippingMethod }) => ofMethod(shippingMethod))
      .map(({ id, companyShipmentId, shippingMethod, carrier }) => ({
        id,
        name: [`#${companyShipmentId}`, shippingMethod === 'aereo' ? 'Aéreo' : 'Marítimo', carrier]
          .filter(Boolean)
          .join(' · '),
      })),
    charge: (charges.data?.data ?? []).filter(mayWait),
    currency: (currencies.data?.data ?? []).map(({ id, symbol, name }) => ({ id, name: `${symbol} · ${name}` })),
  }
}

type FixedChoicesProps = {
  fields: readonly FixedField[]
  isPackages: boolean
  fixed: FixedValues
  problemOf: (field: keyof FixedValues) => string | undefined
  onChange: (fixed: FixedValues) => void
}

/** docs/product/imports.md, "Columns". */
export function FixedChoices({ fields, isPackages, fixed, problemOf, onChange }: FixedChoicesProps) {
  const id = useId()
  const offers = useOffers(fields, fixed.shippingMethod)
  if (fields.length === 0) return null
  const choose = (field: FixedField, value: string) => {
    const chosen = { ...fixed, [keys[field]]: value || null }
    // Tariff and shipment belong to one method, so a new method clears them.
    onChange(field === 'shippingMethod' ? { ...chosen, tariffId: null, shipmentId: null } : chosen)
  }
  const isMethodOpen = isPackages && fields.includes('shippingMethod') && fixed.shippingMethod === null
  return (
    <Surface className="mb-3 px-4 py-3">
      <h2 className="font-semibold text-body">Para todo el archivo</h2>
      <p className={isMethodOpen ? 'mt-0.5 text-label text-yellow-text' : 'mt-0.5 text-label text-muted'}>
        {isMethodOpen
          ? 'El archivo no trae el método de envío: elíjalo para agregar paquetes nuevos.'
          : 'Lo que ninguna columna dice.'}
      </p>
      <div className="mt-2.5 grid gap-x-4 gap-y-2.5 md:grid-cols-2 @min-[820px]/page:grid-cols-4">
        {fields.map((field) => {
          const problem = problemOf(keys[field])
          return (
            <div key={field} className="min-w-0">
              <label htmlFor={`${id}-${field}`} className="mb-1 block font-medium text-label">
                {labels[field]}
              </label>
              <SelectInput
                id={`${id}-${field}`}
                aria-describedby={problem === undefined ? undefined : `${id}-${field}-problem`}
                aria-invalid={problem === undefined ? undefined : true}
                value={fixed[keys[field]] ?? ''}
                onChange={(event) => choose(field, event.target.value)}
                className={fixed[keys[field]] === null ? 'text-muted' : undefined}
              >
                <option value="">Sin elegir</option>
                {offers[field].map((offer) => (
                  <option key={offer.id} value={offer.id}>
                    {offer.name}
                  </option>
                ))}
              </SelectInput>
              {problem !== undefined && (
                <span id={`${id}-${field}-problem`} className="mt-1 block text-danger-text text-help">
                  {problem}
                </span>
              )}
            </div>
          )
        })}
      </div>
    </Surface>
  )
}
