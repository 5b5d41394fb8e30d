import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { DayField } from './day-field.tsx'
import type { ListState } from './list-state.ts'

type FilterBarProps = {
  /** The filter; the first and the last day as `YYYY-MM-DD`. */
  filter: { from?: string | undefined; to?: string | undefined }
  onChange: ListState['setValue']
  /** Left out while nothing is filtered. */
  onClear: (() => void) | undefined
  /** The fields of this list's own, before the days. */
  children: ReactNode
}

/** The line over a list that is filtered by days and by more; on a phone its fields are folded behind a button. */
export function FilterBar({ filter, onChange, onClear, children }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false)
  const fields = useId()
  const count = Object.values(filter).filter((chosen) => chosen !== undefined).length
  return (
    <div className="mb-3 grid grid-cols-2 items-end gap-3 md:flex md:flex-wrap">
      <Button
        className="md:hidden"
        icon={<SlidersHorizontal size={16} aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls={fields}
        onClick={() => setIsOpen(!isOpen)}
      >
        Filtros{count > 0 && ` (${count})`}
      </Button>
      <div id={fields} className={cx('contents', !isOpen && 'max-md:hidden')}>
        {children}
        {/* The two days stay beside each other on every width. */}
        <div className="col-span-2 grid grid-cols-2 gap-3 md:flex">
          <DayField
            label="Desde"
            className="md:w-38"
            value={filter.from ?? ''}
            onChange={(day) => onChange('from', day)}
          />
          <DayField label="Hasta" className="md:w-38" value={filter.to ?? ''} onChange={(day) => onChange('to', day)} />
        </div>
      </div>
      {onClear && (
        <Button variant="link" className={cx(isOpen && 'max-md:col-span-2')} onClick={onClear}>
          Quitar filtros
        </Button>
      )}
    </div>
  )
}
