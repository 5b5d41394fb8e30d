import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { daysField, selectField } from '../../crud/filter-fields.tsx'
import type { FilterParts } from '../../crud/filter-line.tsx'
import { ListFilters } from '../../crud/list-filters.tsx'
import { read } from '../../lib/api.ts'

const dayLabels: Readonly<Record<string, string>> = { sent: 'Enviado entre', delivered: 'Enviado entre', all: 'Fecha' }

/** docs/product/lists-and-forms.md, "Filters". */
export function ShipmentFilters({ state, total, startsOpen }: ComponentProps<FilterParts>) {
  const methods = useQuery(read('GET /api/shipping-methods', { query: { includeInactive: 'true' } })).data?.data
  const places = useQuery(read('GET /api/invoice-shipments/places')).data?.data
  const placeField = (key: string, label: string, any: string, names: readonly string[] | undefined) =>
    selectField(state, key, label, {
      any,
      other: state.value(key) ?? '',
      choices: names?.map((name) => ({ value: name, label: name })),
    })
  return (
    <ListFilters
      list="invoice_shipments"
      state={state}
      total={total}
      startsOpen={startsOpen}
      nouns={['envío', 'envíos']}
      fields={[
        selectField(state, 'methodId', 'Método', {
          any: 'Todos los métodos',
          other: 'Método eliminado',
          choices: methods?.map(({ id, name }) => ({ value: id, label: name })),
        }),
        placeField('city', 'Ciudad', 'Todas las ciudades', places?.cities),
        placeField('department', 'Departamento', 'Todos los departamentos', places?.departments),
        daysField(state, dayLabels[state.value('estado') ?? ''] ?? 'Espera desde'),
      ]}
    />
  )
}
