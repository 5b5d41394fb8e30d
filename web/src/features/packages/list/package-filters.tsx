import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import {
  ageField,
  choiceField,
  daysField,
  type FilterField,
  orderField,
  selectField,
  severalField,
} from '../../../crud/filter-fields.tsx'
import type { FilterParts } from '../../../crud/filter-line.tsx'
import { ListFilters } from '../../../crud/list-filters.tsx'
import type { ListState } from '../../../crud/list-state.ts'
import { read } from '../../../lib/api.ts'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { clientFilterField, useFilterClient } from '../../client-search/client-filter.tsx'
import { shippingKindChoices } from '../../tariffs/shipping-kind.tsx'
import { lastOrder, useStatuses } from '../package-choices.ts'

const byNumber = [
  { value: '-number', label: 'Nuevos primero' },
  { value: 'number', label: 'Viejos primero' },
] as const
const byTime = { value: 'statusSince', label: 'Más tiempo en el estado' }
const lastTime = { value: '-statusSince', label: 'Menos tiempo en el estado' }

/** docs/product/lists-and-forms.md, "Filters". */
export function PackageFilters({ state, total, startsOpen }: ComponentProps<FilterParts>) {
  const fields = [
    ...useOwnFields(state),
    ...useReferenceFields(state),
    orderField(
      state,
      [...state.values('statusSince'), ...state.values('statusFrom')].length > 0
        ? [byTime, ...byNumber, lastTime]
        : [...byNumber, byTime, lastTime],
    ),
  ]
  return (
    <ListFilters
      list="packages"
      state={state}
      total={total}
      startsOpen={startsOpen}
      nouns={['paquete', 'paquetes']}
      fields={fields}
    />
  )
}

function useOwnFields(state: ListState): FilterField[] {
  const statuses = useStatuses()
  const last = lastOrder(statuses)
  return [
    severalField(state, 'statusId', 'Estado', {
      other: 'Estado eliminado',
      choices:
        statuses.length === 0
          ? undefined
          : [
              ...statuses.map((status) => ({
                value: status.id,
                label: status.name,
                node: <StatusBadge status={status} last={last} fallback="" />,
              })),
              {
                value: 'none',
                label: 'Sin estado',
                node: <StatusBadge status={null} last={last} fallback="Sin estado" />,
              },
            ],
    }),
    ageField(state, 'statusSince', 'statusFrom', 'Tiempo en el estado'),
    choiceField(state, 'shippingMethod', 'Método', shippingKindChoices),
    choiceField(state, 'invoiced', 'Factura', [
      { value: 'false', label: 'Sin Facturar' },
      { value: 'true', label: 'Facturado' },
    ]),
    choiceField(state, 'missing', 'Falta', [
      { value: 'client', label: 'Cliente' },
      { value: 'weight', label: 'Peso' },
      { value: 'tariff', label: 'Tarifa' },
      { value: 'invoice', label: 'Factura, ya entregado' },
    ]),
    daysField(state, 'Creado entre'),
  ]
}

/** Filters by records that a package refers to. */
function useReferenceFields(state: ListState): FilterField[] {
  const tariffs = useQuery(read('GET /api/tariffs')).data?.data
  const shipments = useQuery(read('GET /api/shipments', { query: {} })).data?.data
  const client = useFilterClient(state)
  return [
    clientFilterField(state, client),
    selectField(state, 'tariffId', 'Tarifa', {
      any: 'Cualquier tarifa',
      other: 'Tarifa eliminada',
      choices: tariffs?.map(({ id, name }) => ({ value: id, label: name })),
    }),
    selectField(state, 'shipmentId', 'Embarque', {
      any: 'Cualquier embarque',
      other: 'Otro embarque',
      choices: shipments?.map(({ id, companyShipmentId }) => ({ value: id, label: `#${companyShipmentId}` })),
    }),
  ]
}
