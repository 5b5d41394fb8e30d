import { formatDate } from '@casillero/shared/domain/business-date'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { DateInput } from '../ui/forms/date-input.tsx'
import { typedDay } from '../ui/forms/date-text.ts'
import { Field } from '../ui/forms/field.tsx'
import { SelectInput } from '../ui/forms/select-input.tsx'
import { isAge, spanText } from './age-text.ts'
import { dayAgo } from './list-filter.ts'
import type { ListState } from './list-state.ts'

type FilterChoice = { value: string; label: string; node?: ReactNode }

const choicesClass = 'flex flex-wrap gap-2 md:flex-col md:gap-0'

const choiceClass =
  'flex min-h-(--control) rounded-sm px-2.5 text-body hover:bg-surface-2 has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:rounded-md max-md:border max-md:border-grey-line max-md:has-checked:border-primary max-md:has-checked:bg-primary-soft max-md:has-checked:text-primary-text'

type RadiosProps = {
  label: string
  choices: readonly FilterChoice[]
  chosen: string
  onChoose: (value: string) => void
}

function Radios({ label, choices, chosen, onChoose }: RadiosProps) {
  const name = useId()
  return (
    <fieldset className={choicesClass}>
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={cx(choiceClass, 'cursor-pointer items-center gap-2.5 has-checked:text-primary-text')}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === chosen}
            onChange={() => onChoose(choice.value)}
            className="size-4 accent-primary max-md:sr-only"
          />
          {choice.node ?? choice.label}
        </label>
      ))}
    </fieldset>
  )
}

export type FilterField = {
  keys: readonly string[]
  label: string
  text: string | undefined
  /** A choice in the editor applies at once. */
  editor: ReactNode
  /** The popover closes after a choice. */
  isSingle?: true
  /** The popover needs more room than usual. */
  isWide?: true
  isForSheet?: true
}

type Place = Pick<ListState, 'values' | 'setValues'>

const formatChosen = (place: Place, key: string, choices: readonly FilterChoice[]) =>
  choices.filter(({ value }) => place.values(key).includes(value))

type Options = {
  choices: readonly FilterChoice[] | undefined
  any: string
  other: string
}

/** A filter that takes several of a few choices. */
export function severalField(
  place: Place,
  key: string,
  label: string,
  { choices: known = [], other }: Pick<Options, 'choices' | 'other'>,
): FilterField {
  // A value that no longer exists is shown too, so that it can be removed.
  const gone = place
    .values(key)
    .filter((value) => known.length > 0 && !known.some((choice) => choice.value === value))
    .map((value): FilterChoice => ({ value, label: other }))
  const choices = [...known, ...gone]
  const chosen = formatChosen(place, key, choices)
  const toggle = (value: string) => {
    const values = place.values(key)
    place.setValues({ [key]: values.includes(value) ? values.filter((one) => one !== value) : [...values, value] })
  }
  return {
    keys: [key],
    label,
    text: chosen.length === 0 ? undefined : chosen.map((choice) => choice.label).join(', '),
    editor: (
      <fieldset className={choicesClass}>
        <legend className="sr-only">{label}</legend>
        {choices.map((choice) => (
          <Checkbox
            key={choice.value}
            // On a phone the chip itself shows that it is chosen.
            className={cx(choiceClass, 'w-full font-normal max-md:w-auto max-md:[&>span:first-child]:sr-only')}
            checked={chosen.includes(choice)}
            onChange={() => toggle(choice.value)}
            label={
              <>
                <span className="md:hidden">{choice.label}</span>
                <span className="max-md:hidden">{choice.node ?? choice.label}</span>
              </>
            }
          />
        ))}
      </fieldset>
    ),
  }
}

export function choiceField(place: Place, key: string, label: string, choices: readonly FilterChoice[]): FilterField {
  const [chosen] = formatChosen(place, key, choices)
  return {
    keys: [key],
    label,
    text: chosen?.label,
    isSingle: true,
    editor: (
      <Radios
        label={label}
        choices={[{ value: '', label: 'Cualquiera' }, ...choices]}
        chosen={chosen?.value ?? ''}
        onChoose={(value) => place.setValues({ [key]: value === '' ? [] : [value] })}
      />
    ),
  }
}

export function selectField(
  place: Place,
  key: string,
  label: string,
  { choices: known, any, other }: Options,
): FilterField {
  const value = place.values(key)[0] ?? ''
  const isOther = value !== '' && known !== undefined && !known.some((choice) => choice.value === value)
  const choices = isOther ? [...known, { value, label: other }] : (known ?? [])
  const [chosen] = formatChosen(place, key, choices)
  return {
    keys: [key],
    label,
    text: chosen?.label ?? (value === '' ? undefined : '…'),
    isSingle: true,
    editor: (
      <SelectInput
        aria-label={label}
        value={chosen?.value ?? ''}
        onChange={(event) => place.setValues({ [key]: event.target.value === '' ? [] : [event.target.value] })}
      >
        <option value="">{any}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </SelectInput>
    ),
  }
}

const toDay = (value: string) => (isAge(value) ? dayAgo(Number(value)) : value)

/** Names a period that ends today; others are given by their days. */
function daysText(from: string | undefined, to: string | undefined): string | undefined {
  if (from === undefined && to === undefined) return undefined
  if (to === undefined && from === '0') return 'hoy'
  if (to === undefined && from !== undefined && isAge(from)) return `últimos ${Number(from) + 1} días`
  if (to === undefined) return `desde ${formatDate(toDay(from ?? ''))}`
  if (from === undefined) return `hasta ${formatDate(toDay(to))}`
  if (toDay(from) === toDay(to)) return formatDate(toDay(from))
  return `${formatDate(toDay(from))} – ${formatDate(toDay(to))}`
}

export function daysField(place: Place, label: string): FilterField {
  const [from] = place.values('from')
  const [to] = place.values('to')
  const ages: readonly FilterChoice[] = [
    { value: '0', label: 'Hoy' },
    { value: '6', label: '7 días' },
    { value: '29', label: '30 días' },
  ]
  return {
    keys: ['from', 'to'],
    label,
    text: daysText(from, to),
    isWide: true,
    editor: (
      <div className="grid gap-3">
        <div className="flex gap-2">
          {ages.map(({ value, label: name }) => (
            <Button
              key={value}
              size="sm"
              aria-pressed={from === value && to === undefined}
              className="flex-1 aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-text"
              onClick={() => place.setValues({ from: [value], to: [] })}
            >
              {name}
            </Button>
          ))}
        </div>
        <div className="grid grid-cols-2 gap-3">
          <DayField
            label="Desde"
            value={toDay(from ?? '')}
            onChange={(day) => place.setValues({ from: day === '' ? [] : [day] })}
          />
          <DayField
            label="Hasta"
            value={toDay(to ?? '')}
            onChange={(day) => place.setValues({ to: day === '' ? [] : [day] })}
          />
        </div>
      </div>
    ),
  }
}

/** Filters by age. An exact day, or a span with its `until`, comes from a link. */
export function ageField(place: Place, key: string, until: string, label: string): FilterField {
  const [value] = place.values(key)
  const [last] = place.values(until)
  const choices = [3, 7, 15, 30].map((days) => ({ value: String(days + 1), label: `más de ${days} días` }))
  const text = spanText(value, last)
  const isOwn = text !== undefined && (last !== undefined || !choices.some((choice) => choice.value === value))
  // Stands for a value that came from a link. Another choice replaces both ends of its span.
  const own = 'own'
  return {
    keys: [key, until],
    label,
    text,
    editor: (
      <Radios
        label={label}
        choices={[{ value: '', label: 'Todos' }, ...choices, ...(isOwn ? [{ value: own, label: text }] : [])]}
        chosen={isOwn ? own : (value ?? '')}
        onChoose={(chosen) => chosen !== own && place.setValues({ [key]: chosen === '' ? [] : [chosen], [until]: [] })}
      />
    ),
  }
}

/** The order of the list; on a wide screen the column heads set it. The first choice is the default. */
export function orderField(place: Place, choices: readonly [FilterChoice, ...FilterChoice[]]): FilterField {
  const [usual] = choices
  return {
    keys: ['sort'],
    label: 'Orden',
    text: undefined,
    isForSheet: true,
    editor: (
      <Radios
        label="Orden"
        choices={choices}
        chosen={place.values('sort')[0] ?? usual.value}
        onChoose={(value) => place.setValues({ sort: value === usual.value ? [] : [value] })}
      />
    ),
  }
}

type DayFieldProps = {
  label: string
  value: string
  onChange: (day: string) => void
  className?: string
}

type Bad = {
  text: string
  /** The text as the field was left, shown with an error from then on. Undefined during the first typing. */
  over: string | undefined
}

/** Applies only a complete day, so that an incomplete one sends no request. */
function DayField({ label, value, onChange, className }: DayFieldProps) {
  const [typed, setTyped] = useState<Bad>()
  const bad = typed !== undefined && (typed.over ?? value) === value ? typed : undefined
  return (
    <Field label={label} error={bad?.over === undefined ? undefined : 'Fecha no válida'} className={className}>
      {(control) => (
        <DateInput
          {...control}
          value={bad?.text ?? value}
          onChange={(text) => {
            const isDay = text === '' || typedDay(text) !== undefined
            setTyped(isDay ? undefined : { text, over: bad?.over })
            if (isDay) onChange(text)
          }}
          onBlur={() => setTyped(bad && { text: bad.text, over: value })}
        />
      )}
    </Field>
  )
}
