import { measuresError } from '@casillero/shared/contract/measures'
import { findTrackingFault } from '@casillero/shared/contract/schema'
import type { Measures } from '@casillero/shared/domain/tariff-rules'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { useMutation } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { call, describeError, newIdempotencyKey } from '../../../lib/api.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { defer } from '../../../ui/feedback/defer.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toast.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { DecimalInput } from '../../../ui/forms/decimal-input.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { MeasuresInput } from '../../../ui/forms/measures-input.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DialogWait } from '../../../ui/overlays/dialog-wait.tsx'
import { LabelDialog } from '../../packages/labels/label-dialog.tsx'
import { useClients } from '../device/device-clients.ts'
import { movePhotos } from '../device/photo-store.ts'
import type { Entry, Owner, Row, RowDeeds } from '../device/reception-row.ts'
import { dropRow, updateSaved } from '../device/row-store.ts'
import { ClientChoices, useChoices } from '../entry/client-choices.tsx'
import { chooseClient, readWeight, unknownClient } from '../entry/entry-texts.ts'
import { findMeant, ownerToday, toOwner } from '../entry/find-client.ts'
import { enter } from '../sending/sending.ts'

const OpenedPackage = defer(
  () => import('../../packages/entry/package-dialog.tsx').then((module) => module.OpenedPackage),
  DialogWait,
)

type Open = { what: 'settle'; row: Row } | { what: 'package'; row: Row } | { what: 'labels'; ids: readonly string[] }

/** Updates the row after its package was edited in the form. */
async function refresh(row: Row): Promise<void> {
  const { saved } = row
  if (saved === null) return
  const { data } = await call('GET /api/packages/:id', { params: { id: saved.package.id } }).catch(() => ({
    data: null,
  }))
  if (data) updateSaved(row, data)
}

export function useRowDeeds(): { on: RowDeeds; open: Open | undefined; close: () => void } {
  const [open, setOpen] = useState<Open>()
  const { mutate } = useMutation({
    mutationFn: async (row: Row) => {
      await call('POST /api/receptions/:id/undo', { params: { id: row.saved?.receptionId ?? '' } })
      return row
    },
    onSuccess: (row) => {
      dropRow(row)
      toastSuccess(`Se deshizo la recepción de ${row.entry.tracking}`)
    },
    onError: (error) => toastError(describeError(error, 'No se pudo deshacer')),
  })
  // Stable functions, so that a row renders only for its own changes.
  const on = useMemo(
    (): RowDeeds => ({
      onSettle: (row) => setOpen({ what: 'settle', row }),
      onOpen: (row) => setOpen({ what: 'package', row }),
      onPrint: (ids) => setOpen({ what: 'labels', ids }),
      onUndo: mutate,
    }),
    [mutate],
  )
  return { on, open, close: () => setOpen(undefined) }
}

export function RowDialogs({ deeds: { open, close } }: { deeds: ReturnType<typeof useRowDeeds> }) {
  if (open === undefined) return null
  if (open.what === 'settle') return <SettleDialog row={open.row} onClose={close} />
  if (open.what === 'labels') return <LabelDialog names={open.ids} onClose={close} />
  const leave = () => {
    close()
    void refresh(open.row)
  }
  return <OpenedPackage id={open.row.saved?.package.id ?? ''} row={undefined} onClose={leave} />
}

type Fields = { tracking: string; client: string; labelName: string; weight: string }
type Problems = Partial<Record<keyof Fields | 'measures', string>>

type Choices = {
  isAlone: boolean
  chosen: Owner | null
  /** Undefined for an invalid text. */
  measures: Measures | null | undefined
}

/** Returns the entry, or what is wrong with it. */
function toEntry(
  { entry }: Row,
  fields: Fields,
  { isAlone, chosen, measures }: Choices,
): { entry: Entry } | { problems: Problems } {
  const { weight, problem } = readWeight(fields.weight)
  const { index } = useClients.getState()
  const text = fields.client.trim()
  const known = chosen !== null && text === chosen.name ? ownerToday(index, chosen) : undefined
  const { client: found, candidates } = findMeant(index, text)
  const { tracking } = readTracking(fields.tracking)
  const fault = findTrackingFault(fields.tracking)
  const client = known ?? (found ? toOwner(found) : null)
  const problems: Problems = {
    ...(tracking === '' ? { tracking: 'Escanee o escriba el tracking' } : {}),
    ...(fault ? { tracking: fault.message } : {}),
    ...(problem === null ? {} : { weight: problem }),
    ...(measures === undefined ? { measures: measuresError.error } : {}),
    ...(client === null && text !== ''
      ? { client: candidates.length > 0 ? chooseClient(candidates) : unknownClient(text) }
      : {}),
  }
  if (measures === undefined || Object.keys(problems).length > 0) return { problems }
  return {
    entry: {
      ...entry,
      tracking,
      scanned: tracking === entry.tracking ? entry.scanned : fields.tracking.trim(),
      client,
      clientText: '',
      labelName: client === null ? fields.labelName.trim() : '',
      weight,
      weightSource: weight === entry.weight ? entry.weightSource : 'typed',
      measures,
      shipment: isAlone ? null : entry.shipment,
    },
  }
}

function useSettling(row: Row, onClose: () => void) {
  const { entry, wasSent } = row
  const [fields, setFields] = useState<Fields>({
    tracking: entry.tracking,
    client: entry.client?.name ?? entry.clientText,
    labelName: entry.labelName,
    weight: entry.weight === null ? '' : entry.weight.toFixed(2),
  })
  const [isAlone, setIsAlone] = useState(false)
  const [measures, setMeasures] = useState<Measures | null | undefined>(entry.measures ?? null)
  /** The row's client, or one chosen from several. */
  const [chosen, setChosen] = useState(entry.client)
  const [problems, setProblems] = useState<Problems>({})
  const set = (name: keyof Fields) => (value: string) => setFields({ ...fields, [name]: value })
  const choices = useChoices((owner) => {
    setChosen(owner)
    setFields({ ...fields, client: owner.name })
    setProblems({})
  })
  const save = () => {
    const made = toEntry(row, fields, { isAlone, chosen, measures })
    if ('problems' in made) {
      if (made.problems.client !== undefined) choices.list(fields.client)
      return setProblems(made.problems)
    }
    // A sent key may have been used, so a new one is made.
    const key = wasSent ? newIdempotencyKey() : row.key
    if (key !== row.key) {
      movePhotos(row.key, key)
      dropRow(row)
    }
    enter({ ...row, key, entry: made.entry, state: 'waiting', problem: null, wasSent: false })
    onClose()
  }
  return { fields, set, problems, choices, measures, setMeasures, isAlone, setIsAlone, save }
}

type Settling = ReturnType<typeof useSettling>

/** Corrects and sends a row, or discards it. */
function SettleDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const settling = useSettling(row, onClose)
  const discard = () => {
    dropRow(row)
    onClose()
  }
  return (
    <Dialog
      title={row.problem === null ? 'Paquete en espera' : 'Resolver paquete'}
      size="md"
      onClose={onClose}
      footer={
        <>
          <Button variant="danger-quiet" className="mr-auto" onClick={discard}>
            Descartar
          </Button>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={settling.save}>
            Guardar y enviar
          </Button>
        </>
      }
    >
      <form
        className="grid gap-3 px-4 pt-1 pb-5 md:px-5"
        onSubmit={(event) => {
          event.preventDefault()
          settling.save()
        }}
      >
        {row.problem !== null && <Note tone="red">{row.problem}</Note>}
        <RowFields row={row} settling={settling} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

type RowFieldsProps = { row: Row; settling: Settling }

function RowFields({ row: { entry }, settling }: RowFieldsProps) {
  const { fields, set, problems, measures, setMeasures, isAlone, setIsAlone } = settling
  return (
    <>
      <Field label="Tracking" required error={problems.tracking}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={500}
            value={fields.tracking}
            onChange={({ target }) => set('tracking')(target.value)}
          />
        )}
      </Field>
      <ClientField settling={settling} />
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
      <Field label="Medidas" help="Largo × ancho × alto, si se cobra por volumen" error={problems.measures}>
        {(control) => <MeasuresInput {...control} value={measures ?? null} onChange={setMeasures} />}
      </Field>
      {entry.shipment !== null && (
        <Checkbox
          label={`Recibirlo sin el embarque #${entry.shipment.number}`}
          checked={isAlone}
          onChange={({ target }) => setIsAlone(target.checked)}
        />
      )}
    </>
  )
}

function ClientField({ settling: { fields, set, problems, choices } }: { settling: Settling }) {
  const list = useId()
  return (
    <Field label="Casillero o nombre" help="Vacío: se recibe sin dueño" error={problems.client}>
      {(control) => (
        <div className="relative">
          <TextInput
            {...control}
            role="combobox"
            aria-expanded={choices.isOpen}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={choices.activeId(list)}
            autoComplete="off"
            maxLength={120}
            value={fields.client}
            onKeyDown={choices.onKey}
            onBlur={choices.close}
            onChange={({ target }) => {
              set('client')(target.value)
              choices.type(target.value)
            }}
          />
          <ClientChoices id={list} choices={choices} />
        </div>
      )}
    </Field>
  )
}
