import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { choiceField, daysField, orderField, selectField } from '../../crud/filter-fields.tsx'
import type { FilterParts } from '../../crud/filter-line.tsx'
import { ListFilters } from '../../crud/list-filters.tsx'
import { read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { clientFilterField, useFilterClient } from '../client-search/client-filter.tsx'

/** docs/product/lists-and-forms.md, "Filters". */
export function InvoiceFilters({ state, total, startsOpen }: ComponentProps<FilterParts>) {
  // Without access to the staff list, users can choose only themselves; a shared view may name another.
  const mayName = useMay()('users.manage')
  const client = useFilterClient(state)
  const { user } = useSignedIn()
  const currencies = useQuery(read('GET /api/currencies')).data?.data
  const users = useQuery({
    ...read('GET /api/users', { query: { page: '1', limit: '100' } }),
    enabled: mayName,
  }).data?.users
  return (
    <ListFilters
      list="invoices"
      state={state}
      total={total}
      startsOpen={startsOpen}
      nouns={['factura', 'facturas']}
      fields={[
        choiceField(state, 'status', 'Estado', [
          { value: 'pending', label: 'Pendiente' },
          { value: 'paid', label: 'Pagada' },
          { value: 'cancelled', label: 'Cancelada' },
        ]),
        choiceField(state, 'debt', 'Deuda', [
          { value: 'true', label: 'Con deuda' },
          { value: 'false', label: 'Sin deuda' },
        ]),
        daysField(state, 'Creada entre'),
        clientFilterField(state, client),
        selectField(state, 'currencyId', 'Moneda', {
          any: 'Cualquier moneda',
          other: 'Moneda eliminada',
          choices: currencies?.map(({ id, code }) => ({ value: id, label: code })),
        }),
        selectField(state, 'createdBy', 'Hecha por', {
          any: 'Cualquier persona',
          other: 'Otra persona',
          choices: (mayName ? users : [user])?.map(({ id, fullName }) => ({ value: id, label: fullName })),
        }),
        orderField(state, [
          { value: '-number', label: 'Nuevas primero' },
          { value: 'number', label: 'Viejas primero' },
        ]),
      ]}
    />
  )
}
