import { useState } from 'react'
import { newIdempotencyKey } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useClients } from './device-clients.ts'
import { readWeight, unknownClient } from './entry-texts.ts'
import { findClients, ownerOf, ownerToday } from './find-client.ts'
import type { Entry, Row } from './reception-row.ts'
import { dropRow } from './row-store.ts'
import { enter } from './sending.ts'

type Fields = { tracking: string; client: string; labelName: string; weight: string }
type Problems = Partial<Record<keyof Fields, string>>

/** What the fields make of a row, or what is wrong with them. */
function entryOf({ entry }: Row, fields: Fields, isAlone: boolean): { entry: Entry } | { problems: Problems } {
  const { weight, problem } = readWeight(fields.weight)
  const { index } = useClients.getState()
  const text = fields.client.trim()
  const known = entry.client !== null && text === entry.client.name ? ownerToday(index, entry.client) : undefined
  const [only, ...others] = known || text === '' ? [] : findClients(index, text)
  const isOpen = known === undefined && text !== '' && (only === undefined || others.length > 0)
  const problems: Problems = {
    ...(fields.tracking.trim() === '' ? { tracking: 'Escanee o escriba el tracking' } : {}),
    ...(problem === null ? {} : { weight: problem }),
    ...(isOpen ? { client: others.length > 0 ? 'Varios clientes coinciden; elija uno' : unknownClient(text) } : {}),
  }
  if (Object.keys(problems).length > 0) return { problems }
  const client = known ?? (only ? ownerOf(only) : null)
  return {
    entry: {
      ...entry,
      tracking: fields.tracking.trim().toUpperCase(),
      client,
      clientText: '',
      labelName: client === null ? fields.labelName.trim() : '',
      weight,
      weightSource: weight === entry.weight ? entry.weightSource : 'typed',
      shipment: isAlone ? null : entry.shipment,
    },
  }
}

/** A row that was refused, or still waits: mended and sent, or thrown away. */
export function SettleDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { entry, problem, wasSent } = row
  const [fields, setFields] = useState<Fields>({
    tracking: entry.tracking,
    client: entry.client?.name ?? entry.clientText,
    labelName: entry.labelName,
    weight: entry.weight === null ? '' : entry.weight.toFixed(2),
  })
  const [isAlone, setIsAlone] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const set = (name: keyof Fields) => (value: string) => setFields({ ...fields, [name]: value })
  const save = () => {
    const made = entryOf(row, fields, isAlone)
    if ('problems' in made) return setProblems(made.problems)
    // What was refused left nothing behind; a key that was used for something names it in the refusal.
    const key = wasSent ? newIdempotencyKey() : row.key
    if (key !== row.key) dropRow(row)
    enter({ ...row, key, entry: made.entry, state: 'waiting', problem: null, wasSent: false })
    onClose()
  }
  const discard = () => {
    dropRow(row)
    onClose()
  }
  return (
    <Dialog
      title={problem === null ? 'Paquete en espera' : 'Resolver paquete'}
      size="md"
      onClose={onClose}
      footer={
        <>
          <Button variant="danger-quiet" className="mr-auto" onClick={discard}>
            Descartar
          </Button>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={save}>
            Guardar y enviar
          </Button>
        </>
      }
    >
      <form
        className="grid gap-3 px-4 pt-1 pb-5 md:px-5"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {problem !== null && <Note tone="red">{problem}</Note>}
        <Field label="Tracking" required error={problems.tracking}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={120}
              value={fields.tracking}
              onChange={({ target }) => set('tracking')(target.value)}
            />
          )}
        </Field>
        <Field label="Casillero o nombre" help="Vacío: se recibe sin dueño" error={problems.client}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={120}
              value={fields.client}
              onChange={({ target }) => set('client')(target.value)}
            />
          )}
        </Field>
        {fields.client.trim() === '' && (
          <Field label="Nombre en la etiqueta">
            {(control) => (
              <TextInput
                {...control}
                maxLength={120}
                value={fields.labelName}
                onChange={({ target }) => set('labelName')(target.value)}
              />
            )}
          </Field>
        )}
        <Field label="Peso" required error={problems.weight}>
          {(control) => (
            <DecimalInput {...control} value={fields.weight} onChange={set('weight')} max={9_999.99} after="lbs" />
          )}
        </Field>
        {entry.shipment !== null && (
          <Checkbox
            label={`Recibirlo sin el embarque #${entry.shipment.number}`}
            checked={isAlone}
            onChange={({ target }) => setIsAlone(target.checked)}
          />
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
