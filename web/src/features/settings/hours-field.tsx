import { formatDate } from '@casillero/shared/domain/business-date'
import { type DayHours, type OpeningHours, proposedHours, weekDays } from '@casillero/shared/domain/opening-hours'
import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { type FieldErrors, useController, useFormContext } from 'react-hook-form'
import { listFaults } from '../../crud/list-faults.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput, type TextInputProps } from '../../ui/forms/text-input.tsx'

type Form = { openingHours: OpeningHours | null }

const workday = { from: '08:00', to: '17:00' }

/** docs/product/tracking.md, "Hours". */
export function HoursField() {
  const { formState } = useFormContext<Form>()
  const { field } = useController<Form, 'openingHours'>({ name: 'openingHours' })
  const id = useId()
  const errors: FieldErrors<Form> = formState.errors
  const faults = listFaults(errors.openingHours)
  const problem = faults[0]?.message
  const { value } = field
  return (
    <fieldset className="min-w-0 sm:col-span-2" aria-describedby={problem === undefined ? undefined : `${id}-problem`}>
      <legend className="sr-only">Horario</legend>
      {value === null ? (
        <Button onClick={() => field.onChange(proposedHours)}>Poner horario</Button>
      ) : (
        <Hours hours={value} wrong={faults.map(({ name }) => name)} onChange={field.onChange} />
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="mt-1 text-danger-text text-help">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

/** `wrong`: as `days.0.to`. */
type HoursProps = {
  hours: OpeningHours
  wrong: readonly string[]
  onChange: (hours: OpeningHours | null) => void
}

function Hours({ hours, wrong, onChange }: HoursProps) {
  const { days, closedDates } = hours
  const setDay = (index: number, day: DayHours) => onChange({ ...hours, days: days.with(index, day) })
  return (
    <div className="grid gap-1.5">
      {weekDays.map((name, index) => (
        <DayRow
          key={name}
          name={name}
          day={days[index] ?? null}
          isWrong={(part) => wrong.includes(`days.${index}.${part}`)}
          onChange={(day) => setDay(index, day)}
        />
      ))}
      <ClosedDates dates={closedDates} onChange={(dates) => onChange({ ...hours, closedDates: dates })} />
      <Button variant="link" className="w-fit px-0 text-label" onClick={() => onChange(null)}>
        Quitar el horario
      </Button>
    </div>
  )
}

type DayRowProps = {
  name: string
  day: DayHours
  isWrong: (part: 'from' | 'to') => boolean
  onChange: (day: DayHours) => void
}

function DayRow({ name, day, isWrong, onChange }: DayRowProps) {
  return (
    <div className="grid grid-cols-[112px_minmax(0,1fr)] items-center gap-x-2">
      <Checkbox
        label={name.charAt(0).toUpperCase() + name.slice(1)}
        checked={day !== null}
        onChange={({ target }) => onChange(target.checked ? workday : null)}
      />
      {day === null ? (
        <span className="text-body text-muted">Cerrado</span>
      ) : (
        <span className="flex max-w-[300px] items-center gap-2">
          <TimeInput
            aria-label={`Apertura del ${name}`}
            aria-invalid={isWrong('from') || undefined}
            value={day.from}
            onChange={(from) => onChange({ ...day, from })}
          />
          <span className="text-label text-muted">a</span>
          <TimeInput
            aria-label={`Cierre del ${name}`}
            aria-invalid={isWrong('to') || undefined}
            value={day.to}
            onChange={(to) => onChange({ ...day, to })}
          />
        </span>
      )}
    </div>
  )
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

function ClosedDates({ dates, onChange }: { dates: readonly string[]; onChange: (dates: string[]) => void }) {
  const [typed, setTyped] = useState('')
  const add = () => {
    if (!isDay(typed)) return
    onChange([...new Set([...dates, typed])].toSorted())
    setTyped('')
  }
  return (
    <div>
      {dates.length > 0 && (
        <ul aria-label="Fechas cerradas" className="mb-1.5 flex flex-wrap gap-1.5">
          {dates.map((date) => (
            <li key={date} className="flex items-center rounded-md border border-line pl-2.5 text-body tabular-nums">
              {formatDate(date)}
              <IconButton
                label={`Quitar ${formatDate(date)}`}
                icon={<X size={16} aria-hidden="true" />}
                onClick={() => onChange(dates.filter((one) => one !== date))}
              />
            </li>
          ))}
        </ul>
      )}
      <span className="flex max-w-[300px] items-end gap-2">
        <Field label="Fecha cerrada" className="min-w-0 flex-1">
          {(control) => <DateInput {...control} value={typed} onChange={setTyped} />}
        </Field>
        <Button icon={<Plus size={16} aria-hidden="true" />} disabled={!isDay(typed)} onClick={add}>
          Agregar
        </Button>
      </span>
    </div>
  )
}

/** `8`, `17`, `830`, `8:30`; any other text is returned unchanged. */
export function completeTime(text: string): string {
  const [, hours, minutes = '00'] = /^(\d{1,2}?)[:.h ]?(\d{2})?$/.exec(text.trim()) ?? []
  return hours === undefined ? text.trim() : `${hours.padStart(2, '0')}:${minutes}`
}

type TimeInputProps = Pick<TextInputProps, 'aria-label' | 'aria-invalid'> & {
  value: string
  onChange: (value: string) => void
}

/** A text field, because a native time field may show twelve hours, depending on the browser's language. */
function TimeInput({ value, onChange, ...rest }: TimeInputProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      maxLength={5}
      className="tabular-nums"
      value={typed ?? value}
      onFocus={(event) => event.target.select()}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(completeTime(target.value))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
