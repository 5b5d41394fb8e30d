import type { StatusPreview } from '@casillero/shared/contract/package-status'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, describeError } from '../../../lib/api.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { toastFailure } from '../../../ui/feedback/failure-toast.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { WaitLine } from '../../messages/wait-line.tsx'

const undoMs = 10_000

export type StatusChange = { updated: number; changeId: string | undefined; undoMs: number }

type StatusDialogProps = {
  packageIds: readonly string[]
  status: { id: string; name: string }
  onDone: (change: StatusChange) => void
  onClose: () => void
}

function useStatusChange({ packageIds, status, onDone }: StatusDialogProps) {
  const [comment, setComment] = useState('')
  const body = { packageIds: [...packageIds], statusId: status.id }
  const preview = useQuery({
    queryKey: ['what a change of status would do', body],
    queryFn: () => call('POST /api/packages/status/preview', { body }),
    staleTime: 0,
    gcTime: 0,
  })
  const change = useMutation({
    mutationFn: async () => {
      const start = Date.now()
      const { data } = await call('PATCH /api/packages/status', { body: { ...body, comment, undoable: true } })
      // Measured from the start of the call, because the server counts from when it received it.
      return { updated: data.updated, changeId: data.changeId, undoMs: undoMs - (Date.now() - start) }
    },
    onSuccess: onDone,
    onError: (error) => toastFailure(error, 'Error al cambiar el estado'),
  })
  const press = () => {
    if (preview.data !== undefined && !change.isPending) change.mutate()
  }
  return { comment, setComment, preview, change, press }
}

export function StatusDialog(props: StatusDialogProps) {
  const { status, onClose } = props
  const { comment, setComment, preview, change, press } = useStatusChange(props)
  const isNothing = preview.data?.data.moving === 0
  const close = () => {
    if (!change.isPending) onClose()
  }
  return (
    <Dialog
      title={`¿Pasar a «${status.name}»?`}
      size="md"
      shape="card"
      firstFocus="[data-first]"
      holds={() => change.isPending}
      onClose={close}
      footer={
        <>
          <Button data-first={isNothing || undefined} onClick={close}>
            {isNothing ? 'Cerrar' : 'Cancelar'}
          </Button>
          {!isNothing && (
            <Button
              data-first
              variant="primary"
              busy={change.isPending || preview.isPending}
              busyLabel={change.isPending ? 'Cambiando...' : 'Contando...'}
              disabled={preview.isError}
              onClick={press}
            >
              Cambiar estado
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4 px-5 pt-1 pb-5">
        <div role="status" className="min-h-[66px]">
          <Preview preview={preview} name={status.name} />
        </div>
        {!isNothing && <CommentField value={comment} onChange={setComment} onSend={press} />}
      </div>
    </Dialog>
  )
}

type PreviewProps = { preview: ReturnType<typeof useStatusChange>['preview']; name: string }

function Preview({ preview, name }: PreviewProps) {
  if (preview.isError)
    return (
      <Note tone="red">
        <p>{describePreviewError(preview.error)}</p>
        <Button size="sm" className="mt-2" onClick={() => void preview.refetch()}>
          Reintentar
        </Button>
      </Note>
    )
  if (preview.data === undefined) return <p className="text-body text-muted">Contando paquetes y avisos...</p>
  const counts = preview.data.data
  return (
    <>
      <Counts counts={counts} name={name} />
      <WaitLine notified={counts.isNotifying ? counts.notified : 0} />
    </>
  )
}

type CommentFieldProps = { value: string; onChange: (comment: string) => void; onSend: () => void }

function CommentField({ value, onChange, onSend }: CommentFieldProps) {
  return (
    <Field label="Comentario" help="Queda en el historial de cada paquete">
      {(control) => (
        <TextArea
          {...control}
          rows={2}
          maxLength={1000}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            onSend()
          }}
        />
      )}
    </Field>
  )
}

const describePreviewError = (error: unknown): string =>
  error instanceof ApiError && error.status === 404
    ? 'Un paquete elegido ya no existe; quite la selección y elija de nuevo'
    : describeError(error, 'No se pudo contar a quién se avisará')

const paquetes = (count: number) => (count === 1 ? '1 paquete' : `${count} paquetes`)
const clientes = (count: number) => (count === 1 ? '1 cliente' : `${count} clientes`)

/** `15 paquetes de 13 clientes; se avisará a 12`. */
function headline({ moving, clients, notified, isNotifying }: StatusPreview): string {
  const whose = clients === 0 ? paquetes(moving) : `${paquetes(moving)} de ${clientes(clients)}`
  if (!isNotifying) return `${whose}; este estado no avisa a los clientes`
  return notified === 0 ? `${whose}; no se avisará a ninguno` : `${whose}; se avisará a ${notified}`
}

function Counts({ counts, name }: { counts: StatusPreview; name: string }) {
  const { packages, moving, from, unwilling, withoutClient, isNotifying } = counts
  const there = packages - moving
  if (moving === 0) {
    return <p className="text-body">{there === 1 ? 'Ya está' : `Los ${there} ya están`} en ese estado.</p>
  }
  return (
    <>
      <p className="font-semibold text-body">{headline(counts)}</p>
      <ul className="mt-1 text-help text-muted">
        <li className="break-words">
          {from.map((one) => `${paquetes(one.packages)}: ${one.name ?? 'Sin estado'}`).join(' · ')} → {name}
        </li>
        {there > 0 && <li>{`${paquetes(there)} ya ${there === 1 ? 'está' : 'están'} en ese estado`}</li>}
        {isNotifying && unwilling > 0 && (
          <li>{`${clientes(unwilling)} no ${unwilling === 1 ? 'recibe' : 'reciben'} mensajes`}</li>
        )}
        {isNotifying && withoutClient > 0 && <li>{`${paquetes(withoutClient)} sin cliente`}</li>}
      </ul>
    </>
  )
}
