import type { ComponentProps } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { CatalogueCalls } from '../lib/api.ts'
import { FormDialog, type FormTexts } from './form-dialog.tsx'
import { savingTexts, type Thing } from './record-texts.ts'

type RecordFormProps<Row, Input extends FieldValues, Output> = Omit<
  ComponentProps<typeof FormDialog<Input, Output>>,
  'texts' | 'values' | 'save' | 'reload'
> & {
  thing: Thing
  calls: Pick<CatalogueCalls<Row, Output>, 'list' | 'create' | 'update'>
  /** Undefined for a new record. */
  row: Row | undefined
  /** Builds the form's values; `row` is undefined for a new record. */
  toValues: (row: Row | undefined) => DefaultValues<Input>
  texts?: Partial<FormTexts> | undefined
  /** False while there is nothing to save. */
  maySave?: boolean
  onSaved?: ((row: Row) => void) | undefined
}

/** Adds or changes a row of a catalogue. A conflict loads the current row. */
export function RecordForm<Row extends { id: string }, Input extends FieldValues, Output>(
  props: RecordFormProps<Row, Input, Output>,
) {
  const { thing, calls, row, toValues, texts, maySave = true, onSaved, ...dialog } = props
  const { creating, editing } = savingTexts(thing)
  const save = async (draft: Output) => {
    const { data } = await (row === undefined ? calls.create(draft) : calls.update(row.id, draft))
    onSaved?.(data)
  }
  const reload = async (shown: Row) => {
    const { data } = await calls.list()
    return toValues(data.find(({ id }) => id === shown.id) ?? shown)
  }
  return (
    <FormDialog<Input, Output>
      {...dialog}
      texts={{ ...(row === undefined ? creating : editing), ...texts }}
      values={toValues(row)}
      save={maySave ? save : undefined}
      reload={row && (() => reload(row))}
    />
  )
}
