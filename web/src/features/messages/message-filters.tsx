import type { ListState } from '../../crud/list-state.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectInput } from '../../ui/select-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
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
    <div className="mb-3 grid grid-cols-2 items-end gap-3 md:flex md:flex-wrap">
      <Field label="Estado" className="max-md:col-span-2 md:w-44">
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
      {(['from', 'to'] as const).map((end) => (
        <Field key={end} label={end === 'from' ? 'Desde' : 'Hasta'} className="md:w-40">
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={filter[end] ?? ''}
              onChange={(event) => onChange(end, event.target.value)}
            />
          )}
        </Field>
      ))}
      {onClear && (
        <Button variant="link" className="max-md:col-span-2" onClick={onClear}>
          Quitar filtros
        </Button>
      )}
    </div>
  )
}
