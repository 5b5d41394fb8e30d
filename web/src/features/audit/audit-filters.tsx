import { auditedEntities } from '@casillero/shared/domain/audited-entity'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { daysField, orderField, selectField } from '../../crud/filter-fields.tsx'
import type { FilterParts } from '../../crud/filter-line.tsx'
import { ListFilters } from '../../crud/list-filters.tsx'
import { read } from '../../lib/api.ts'
import { entityName } from './audit-deed.ts'

/** docs/product/lists-and-forms.md, "Filters". */
export function AuditFilters({ state, total, startsOpen }: ComponentProps<FilterParts>) {
  const users = useQuery(read('GET /api/users', { query: { page: '1', limit: '100' } })).data?.users
  return (
    <ListFilters
      list="audit"
      state={state}
      total={total}
      startsOpen={startsOpen}
      nouns={['movimiento', 'movimientos']}
      fields={[
        selectField(state, 'entity', 'Qué', {
          any: 'Todo',
          other: '…',
          choices: auditedEntities.map((entity) => ({ value: entity, label: entityName(entity) })),
        }),
        selectField(state, 'userId', 'Quién', {
          any: 'Cualquiera',
          choices: users?.map(({ id, fullName }) => ({ value: id, label: fullName })),
          other: 'Otro usuario',
        }),
        daysField(state, 'Entre'),
        orderField(state, [
          { value: '-at', label: 'Lo nuevo primero' },
          { value: 'at', label: 'Lo viejo primero' },
        ]),
      ]}
    />
  )
}
