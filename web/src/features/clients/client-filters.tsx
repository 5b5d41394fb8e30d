import type { ComponentProps } from 'react'
import { choiceField, daysField, orderField } from '../../crud/filter-fields.tsx'
import type { FilterParts } from '../../crud/filter-line.tsx'
import { ListFilters } from '../../crud/list-filters.tsx'

/** docs/product/lists-and-forms.md, "Filters". */
export function ClientFilters({ state, total, startsOpen }: ComponentProps<FilterParts>) {
  return (
    <ListFilters
      list="clients"
      state={state}
      total={total}
      startsOpen={startsOpen}
      nouns={['cliente', 'clientes']}
      fields={[
        choiceField(state, 'debt', 'Deuda', [
          { value: 'true', label: 'Con deuda' },
          { value: 'false', label: 'Sin deuda' },
        ]),
        choiceField(state, 'ready', 'Por retirar', [
          { value: 'true', label: 'Con paquetes listos' },
          { value: 'false', label: 'Sin paquetes listos' },
        ]),
        choiceField(state, 'recent', 'Paquetes', [
          { value: 'true', label: 'Con paquetes en 90 días' },
          { value: 'false', label: 'Sin paquetes en 90 días' },
        ]),
        daysField(state, 'Creado entre'),
        orderField(state, [
          { value: 'name', label: 'De la A a la Z' },
          { value: '-name', label: 'De la Z a la A' },
        ]),
      ]}
    />
  )
}
