import type { ImportLoad } from '@casillero/shared/contract/imports'
import { importFields } from '@casillero/shared/domain/import-fields'
import { ArrowRight, Check, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { type Paired, PairedValues } from './paired-values.tsx'
import { chooseOrder, findDoubt, isReadingOpen, type Reading, ReadingChoice } from './reading-choice.tsx'

export type Choice = string | null | undefined

const undecided = '?'
const toOption = (choice: Choice): string => (choice === undefined ? undecided : (choice ?? ''))
const readChoice = (value: string): Choice => (value === undecided ? undefined : value || null)

const check = <Check size={13} aria-hidden="true" />
const warning = <TriangleAlert size={13} aria-hidden="true" />

const orderTexts = { dmy: 'Día/mes/año', mdy: 'Mes/día/año' } as const

type StateBadgeProps = {
  mapped: ImportLoad['mapping'][number] | undefined
  choice: Choice
  open: number
  /** True if the column still needs a choice of reading. */
  isOpen: boolean
  order: 'dmy' | 'mdy' | undefined
}

function StateBadge({ mapped, choice, open, isOpen, order }: StateBadgeProps) {
  if (choice === undefined || isOpen) {
    return (
      <Badge tone="yellow" icon={warning}>
        Elija
      </Badge>
    )
  }
  if (choice === null) return <Badge tone="grey">No se importa</Badge>
  const isProposed = mapped?.field === choice
  if (open > 0) {
    return (
      <Badge tone="yellow" icon={warning}>
        {open === 1 ? '1 valor sin par' : `${open} valores sin par`}
      </Badge>
    )
  }
  const word = isProposed ? (mapped.state === 'remembered' ? 'Recordada' : 'Reconocida') : 'Elegida'
  return (
    <Badge tone="green" icon={check}>
      {order === undefined ? word : orderTexts[order]}
    </Badge>
  )
}

type ColumnRowProps = {
  load: ImportLoad
  index: number
  choice: Choice
  /** Choices of all columns, so that a field chosen twice is marked. */
  taken: readonly Choice[]
  problem: string | undefined
  onChoose: (choice: Choice) => void
  reading: Reading
  onRead: (reading: Reading) => void
  /** Values that match nothing in the company. */
  paired: {
    findChoice: (one: Paired) => string
    problemOf: (one: Paired) => string | undefined
    onChoose: (one: Paired, to: string) => void
  }
}

type FieldSelectProps = Pick<ColumnRowProps, 'load' | 'choice' | 'taken' | 'problem' | 'onChoose'> & { id: string }

function FieldSelect({ id, load, choice, taken, problem, onChoose }: FieldSelectProps) {
  return (
    <SelectInput
      aria-labelledby={`${id}-name`}
      aria-describedby={problem === undefined ? `${id}-samples` : `${id}-problem`}
      aria-invalid={problem === undefined ? undefined : true}
      value={toOption(choice)}
      onChange={(event) => onChoose(readChoice(event.target.value))}
      className={choice ? undefined : 'text-muted'}
    >
      {choice === undefined && <option value={undecided}>Elija un campo</option>}
      <option value="">No importar</option>
      {importFields[load.kind].map((field) => (
        <option key={field.id} value={field.id} disabled={field.id !== choice && taken.includes(field.id)}>
          {field.label}
        </option>
      ))}
    </SelectInput>
  )
}

/** Shows a column with the values under it. */
export function ColumnRow({ load, index, choice, taken, problem, onChoose, reading, onRead, paired }: ColumnRowProps) {
  const id = useId()
  const column = load.columns[index]
  const mapped = load.mapping[index]
  const facts = column?.facts
  const doubt = findDoubt(choice, facts)
  const isOpen = isReadingOpen(choice, facts, reading)
  // Shown under the choice that it concerns.
  const ownProblem = doubt === undefined ? problem : undefined
  const isPaired = (choice === 'status' || choice === 'shippingMethod') && choice === mapped?.field
  const unpaired = isPaired ? mapped.unpaired : []
  const open = isPaired ? unpaired.filter((value) => paired.findChoice({ field: choice, value }) === '') : []
  return (
    <li
      className={cx(
        'grid items-center gap-x-4 gap-y-1.5 border-line border-t px-4 py-1.5 first:border-t-0 @min-[820px]/page:min-h-[50px] @min-[820px]/page:grid-cols-[144px_1fr_32px_212px_158px]',
        (choice === undefined || isOpen) && 'bg-yellow-soft',
      )}
    >
      <span id={`${id}-name`} className="break-words font-semibold text-body max-[820px]:pt-1.5">
        {column?.name}
      </span>
      <span id={`${id}-samples`} className="truncate text-label tabular-nums">
        {column?.samples.join('  ·  ') || <span className="text-muted">vacía</span>}
      </span>
      <ArrowRight size={16} aria-hidden="true" className="hidden text-muted @min-[820px]/page:block" />
      <span>
        <FieldSelect id={id} load={load} choice={choice} taken={taken} problem={ownProblem} onChoose={onChoose} />
        {ownProblem !== undefined && (
          <span id={`${id}-problem`} className="mt-1 block text-danger-text text-help">
            {ownProblem}
          </span>
        )}
      </span>
      <span className="grid justify-items-start gap-0.5 max-[820px]:pb-1.5">
        <StateBadge
          mapped={mapped}
          choice={choice}
          open={open.length}
          isOpen={isOpen}
          order={chooseOrder(choice, facts, reading)}
        />
      </span>
      {doubt !== undefined && facts !== undefined && (
        <ReadingChoice doubt={doubt} facts={facts} reading={reading} problem={problem} onChoose={onRead} />
      )}
      {isPaired && unpaired.length > 0 && <PairedValues field={choice} values={unpaired} {...paired} />}
    </li>
  )
}
