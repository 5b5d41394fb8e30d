import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/text-input.tsx'
import type { ListState } from './list-state.ts'

type FilterBarProps = {
  /** The first and the last day asked for, as `YYYY-MM-DD`. */
  from: string | undefined
  to: string | undefined
  onChange: ListState['setValue']
  /** Left out while nothing is filtered. */
  onClear: (() => void) | undefined
  /** The fields of this list's own, before the days. */
  children: ReactNode
}

/** The line over a list that is filtered by days and by more: its fields, and the way back to everything. */
export function FilterBar({ from, to, onChange, onClear, children }: FilterBarProps) {
  return (
    <div className="mb-3 grid grid-cols-2 items-end gap-3 md:flex md:flex-wrap">
      {children}
      <DayField label="Desde" value={from} onChange={(day) => onChange('from', day)} />
      <DayField label="Hasta" value={to} onChange={(day) => onChange('to', day)} />
      {onClear && (
        <Button variant="link" className="max-md:col-span-2" onClick={onClear}>
          Quitar filtros
        </Button>
      )}
    </div>
  )
}

type DayFieldProps = { label: string; value: string | undefined; onChange: (day: string) => void }

function DayField({ label, value = '', onChange }: DayFieldProps) {
  return (
    <Field label={label} className="md:w-40">
      {(control) => (
        <TextInput {...control} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}
