import type { ImportLoad } from '@casillero/shared/contract/imports'
import { formatDate } from '@casillero/shared/domain/business-date'
import { datedFields, numberFields } from '@casillero/shared/domain/import-fields'
import { type DateOrder, readDate } from '@casillero/shared/domain/read-date'
import { type DecimalMark, readNumber } from '@casillero/shared/domain/read-number'
import { useId } from 'react'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import type { Choice } from './column-row.tsx'

type Facts = ImportLoad['columns'][number]['facts']

/** Null where the values decide, or the choice is open. */
export type Reading = { dates: DateOrder | null; decimals: DecimalMark | null }

/** Returns the question that the values leave open. */
export const findDoubt = (choice: Choice, facts: Facts | undefined): 'dates' | 'decimals' | undefined => {
  if (!choice || !facts) return undefined
  if (datedFields.has(choice) && facts.dates === 'both') return 'dates'
  return numberFields.has(choice) && facts.decimals === 'both' ? 'decimals' : undefined
}

/** True if the column still needs a choice of reading. */
export const isReadingOpen = (choice: Choice, facts: Facts | undefined, reading: Reading | undefined): boolean => {
  const doubt = findDoubt(choice, facts)
  return doubt !== undefined && (reading?.[doubt] ?? null) === null
}

export const chooseOrder = (
  choice: Choice,
  facts: Facts | undefined,
  reading: Reading | undefined,
): DateOrder | undefined => {
  if (!choice || !datedFields.has(choice)) return undefined
  return reading?.dates ?? (facts?.dates === 'mdy' ? 'mdy' : 'dmy')
}

function dayText(text: string, order: DateOrder): string {
  const read = readDate(text, order)
  return read === undefined ? 'no es una fecha' : `es ${formatDate(read.date)}`
}

function numberText(text: string, decimal: DecimalMark): string {
  const number = readNumber(text, decimal) ?? 0
  return `es ${number.toLocaleString('es-NI', { minimumFractionDigits: 2, maximumFractionDigits: 3 })}`
}

type ReadingChoiceProps = {
  doubt: 'dates' | 'decimals'
  facts: Facts
  reading: Reading
  problem: string | undefined
  onChoose: (reading: Reading) => void
}

/** docs/product/imports.md, "Columns". */
export function ReadingChoice({ doubt, facts, reading, problem, onChoose }: ReadingChoiceProps) {
  const id = useId()
  const isDates = doubt === 'dates'
  const example = (isDates ? facts.date : facts.number) ?? ''
  const options: [value: DateOrder | DecimalMark, text: string][] = isDates
    ? [
        ['dmy', `Día/mes/año: ${dayText(example, 'dmy')}`],
        ['mdy', `Mes/día/año: ${dayText(example, 'mdy')}`],
      ]
    : [
        [',', `Decimales con coma: ${numberText(example, ',')}`],
        ['.', `Miles con coma: ${numberText(example, '.')}`],
      ]
  const choose = (value: string) =>
    onChoose({
      dates: value === 'dmy' || value === 'mdy' ? value : null,
      decimals: value === '.' || value === ',' ? value : null,
    })
  return (
    <div className="col-span-full mb-1.5 grid items-center gap-x-4 gap-y-1 border-line border-l-2 pl-3 @min-[820px]/page:grid-cols-[1fr_386px]">
      <label htmlFor={id} className="text-label">
        {isDates
          ? `«${example}» puede ser día/mes o mes/día. ¿Cómo se lee?`
          : `«${example}» puede tener decimales o miles. ¿Cómo se lee?`}
      </label>
      <span>
        <SelectInput
          id={id}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          aria-invalid={problem === undefined ? undefined : true}
          value={reading[doubt] ?? ''}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">Elija cómo se lee</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectInput>
        {problem !== undefined && (
          <span id={`${id}-problem`} className="mt-1 block text-danger-text text-help">
            {problem}
          </span>
        )}
      </span>
    </div>
  )
}
