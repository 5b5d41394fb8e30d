import type { ComponentProps } from 'react'
import { choiceField, daysField, orderField } from '../../crud/filter-fields.tsx'
import type { FilterParts } from '../../crud/filter-line.tsx'
import { ListFilters } from '../../crud/list-filters.tsx'
import { clientFilterField, useFilterClient } from '../client-search/client-filter.tsx'
import { stateOptions } from './message-state.tsx'

/** docs/product/lists-and-forms.md, "Filters". */
export function MessageFilters({ state, total, startsOpen }: ComponentProps<FilterParts>) {
  const client = useFilterClient(state)
  return (
    <ListFilters
      list="messages"
      state={state}
      total={total}
      startsOpen={startsOpen}
      nouns={['mensaje', 'mensajes']}
      fields={[
        choiceField(state, 'state', 'Estado', stateOptions),
        clientFilterField(state, client),
        daysField(state, 'Escrito entre'),
        orderField(state, [
          { value: '-createdAt', label: 'Nuevos primero' },
          { value: 'createdAt', label: 'Viejos primero' },
        ]),
      ]}
    />
  )
}
