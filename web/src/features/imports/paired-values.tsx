import type { PairedValue } from '@casillero/shared/contract/import-columns'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { read } from '../../lib/api.ts'
import { SelectInput } from '../../ui/forms/select-input.tsx'

export type Paired = Pick<PairedValue, 'field' | 'value'>

const words = { status: 'Elija un estado', shippingMethod: 'Elija un método' } as const
const methods = [
  { id: 'aereo', name: 'Aéreo' },
  { id: 'maritimo', name: 'Marítimo' },
]

type PairedValuesProps = {
  field: PairedValue['field']
  values: readonly string[]
  findChoice: (one: Paired) => string
  problemOf: (one: Paired) => string | undefined
  onChoose: (one: Paired, to: string) => void
}

/** docs/product/imports.md, "Columns". */
export function PairedValues({ field, values, findChoice, problemOf, onChoose }: PairedValuesProps) {
  const id = useId()
  const statuses = useQuery({ ...read('GET /api/statuses'), meta: { failed: 'Error al cargar datos auxiliares' } })
  const choices = field === 'status' ? (statuses.data?.data ?? []) : methods
  return (
    <ul className="col-span-full mb-1.5 grid gap-x-6 gap-y-1.5 border-line border-l-2 pl-3 @min-[820px]/page:grid-cols-2">
      {values.map((value, index) => {
        const problem = problemOf({ field, value })
        return (
          <li key={value} className="grid items-center gap-x-2 md:grid-cols-2">
            <span id={`${id}-${index}`} className="min-w-0 break-words text-label">{`«${value}» es`}</span>
            <span>
              <SelectInput
                aria-labelledby={`${id}-${index}`}
                aria-describedby={problem === undefined ? undefined : `${id}-${index}-problem`}
                aria-invalid={problem === undefined ? undefined : true}
                value={findChoice({ field, value })}
                onChange={(event) => onChoose({ field, value }, event.target.value)}
              >
                <option value="">{words[field]}</option>
                {choices.map((choice) => (
                  <option key={choice.id} value={choice.id}>
                    {choice.name}
                  </option>
                ))}
              </SelectInput>
              {problem !== undefined && (
                <span id={`${id}-${index}-problem`} className="mt-1 block text-danger-text text-help">
                  {problem}
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
