import { auditedEntities } from '@casillero/shared/domain/audited-entity'
import { useQuery } from '@tanstack/react-query'
import { FilterBar } from '../../crud/filter-bar.tsx'
import type { ListState } from '../../crud/list-state.ts'
import { read } from '../../lib/api.ts'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { entityName } from './audit-deed.ts'
import type { AuditFilter } from './audit-filter.ts'

type AuditFiltersProps = {
  filter: AuditFilter
  onChange: ListState['setValue']
  /** Left out while nothing is filtered. */
  onClear: (() => void) | undefined
}

export function AuditFilters({ filter, onChange, onClear }: AuditFiltersProps) {
  const users = useQuery(read('GET /api/users', { query: { page: '1', limit: '100' } })).data?.users ?? []
  const isOther = filter.userId !== undefined && !users.some((user) => user.id === filter.userId)
  return (
    <FilterBar filter={filter} onChange={onChange} onClear={onClear}>
      <Field label="Qué" className="md:w-48">
        {(control) => (
          <SelectInput
            {...control}
            value={filter.entity ?? ''}
            onChange={(event) => onChange('entity', event.target.value)}
          >
            <option value="">Todo</option>
            {auditedEntities.map((entity) => (
              <option key={entity} value={entity}>
                {entityName(entity)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field label="Quién" className="md:min-w-44 md:max-w-56 md:flex-1">
        {(control) => (
          <SelectInput
            {...control}
            value={filter.userId ?? ''}
            onChange={(event) => onChange('userId', event.target.value)}
          >
            <option value="">Todos</option>
            {isOther && <option value={filter.userId}>Otro usuario</option>}
            {users.map((user) => (
              <option key={user.id} value={user.id}>
                {user.fullName}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
    </FilterBar>
  )
}
