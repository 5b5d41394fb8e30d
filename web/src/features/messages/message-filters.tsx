import { FilterBar } from '../../crud/filter-bar.tsx'
import type { ListState } from '../../crud/list-state.ts'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { ClientFilter } from './client-filter.tsx'
import type { MessageFilter } from './message-list.tsx'
import { stateOptions } from './message-state.tsx'

type MessageFiltersProps = {
  filter: MessageFilter
  onChange: ListState['setValue']
  /** Left out while nothing is filtered. */
  onClear: (() => void) | undefined
}

export function MessageFilters({ filter, onChange, onClear }: MessageFiltersProps) {
  return (
    <FilterBar filter={filter} onChange={onChange} onClear={onClear}>
      <Field label="Estado" className="max-md:col-span-2 md:w-40">
        {(control) => (
          <SelectInput
            {...control}
            value={filter.state ?? ''}
            onChange={(event) => onChange('state', event.target.value)}
          >
            <option value="">Todos</option>
            {stateOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <ClientFilter clientId={filter.clientId} onChange={(clientId) => onChange('clientId', clientId)} />
    </FilterBar>
  )
}
