import { measuresError } from '@casillero/shared/contract/measures'
import type { Measures } from '@casillero/shared/domain/tariff-rules'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { MeasuresInput } from '../../ui/forms/measures-input.tsx'
import type { Row } from './reception-row.ts'
import { updateSaved } from './row-store.ts'

async function measure(row: Row, measures: Measures): Promise<void> {
  const { saved } = row
  if (saved === null) return
  const params = { id: saved.package.id }
  const { data: known } = await call('GET /api/packages/:id', { params })
  const { data } = await call('PUT /api/packages/:id', { params, body: { ...known, ...measures } })
  updateSaved(row, data)
}

/** Enter saves, Escape leaves. */
export function RowMeasures({ row, onDone }: { row: Row; onDone: () => void }) {
  const [measures, setMeasures] = useState<Measures | null | undefined>(null)
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: (given: Measures) => measure(row, given),
    onSuccess: onDone,
    onError: (error) => toastFailure(error, 'Error al guardar las medidas'),
  })
  return (
    <form
      className="order-3 col-span-full flex w-full flex-wrap items-start justify-end gap-2 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (isPending) return
        if (measures) mutate(measures)
        else setProblem(measuresError.error)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onDone()
      }}
    >
      <Field label="Medidas" error={problem} className="w-full sm:w-72">
        {(control) => (
          <MeasuresInput
            {...control}
            autoFocus
            value={measures ?? null}
            onChange={(next) => {
              setMeasures(next)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <span className="flex gap-2 sm:pt-[22px]">
        <Button type="submit" variant="primary" busy={isPending}>
          Guardar medidas
        </Button>
        <Button onClick={onDone}>Cancelar</Button>
      </span>
    </form>
  )
}
