import type { Signup } from '@casillero/shared/contract/signups'
import { formatPhone } from '@casillero/shared/domain/phone'
import { useMutation } from '@tanstack/react-query'
import { GitCompare, UserPlus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ResourceList, type useResource } from '../../crud/resource-page.tsx'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { toastAction } from '../../ui/feedback/toast-action.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { fullName } from '../client-search/client-name.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { PhoneDialog } from './phone-dialog.tsx'
import { ProofBadge } from './proof-badge.tsx'
import { isDecided, RejectDialog } from './reject-dialog.tsx'
import { describeSent, describeSimilar, nameOfSignup } from './signup-texts.ts'

const undoMs = 10_000
const small = 'block wrap-anywhere text-help text-muted'

const showPhone = ({ phone }: Signup): string => (phone === null ? 'Número oculto' : formatPhone(phone))

function SimilarTo({ row, taken }: { row: Signup; taken: string | undefined }) {
  if (taken !== undefined) return <span role="status">{taken}</span>
  const [first] = row.similar
  if (first === undefined) return <span className="text-muted">Nadie</span>
  return (
    <>
      <Link to={`/clients/${first.id}`} className="block truncate font-medium text-primary-text hover:underline">
        {first.name}
      </Link>
      <span className={small}>
        {describeSimilar(first)}
        {row.similar.length > 1 && ` y ${row.similar.length - 1} más`}
      </span>
    </>
  )
}

type Taken = Readonly<Record<string, string>>
const none: Taken = {}

const columns = (taken: Taken): readonly Column<Signup>[] => [
  {
    header: 'Nombre',
    cell: (row) => (
      <>
        <span className="block truncate font-medium" title={nameOfSignup(row)}>
          {nameOfSignup(row)}
        </span>
        <span className="block truncate text-help text-muted" title={row.email ?? undefined}>
          {[row.city, row.email].filter(Boolean).join(' · ') || '—'}
        </span>
      </>
    ),
  },
  {
    header: 'Teléfono',
    width: 150,
    cell: (row) => (
      <>
        <span className="block tabular-nums">{showPhone(row)}</span>
        <ProofBadge row={row} />
      </>
    ),
  },
  { header: 'Se parece a', width: 200, cell: (row) => <SimilarTo row={row} taken={taken[row.id]} /> },
  { header: 'Enviada', width: 112, cell: ({ createdAt }) => describeSent(createdAt, new Date()) },
]

function SignupCard({ row, taken }: { row: Signup; taken: string | undefined }) {
  const { city, email, similar, createdAt } = row
  return (
    <>
      <p className="wrap-anywhere pr-10 font-semibold text-body">{nameOfSignup(row)}</p>
      <p className="wrap-anywhere pr-10 text-help text-muted">{[city, email].filter(Boolean).join(' · ')}</p>
      <p className="mt-1 flex flex-wrap items-center gap-2 tabular-nums">
        {showPhone(row)} <ProofBadge row={row} />
      </p>
      {(taken !== undefined || similar.length > 0) && (
        <div className="mt-1">
          {taken === undefined && <span className="text-help text-muted">Se parece a </span>}
          <SimilarTo row={row} taken={taken} />
        </div>
      )}
      <p className="mt-1 text-help text-muted">{describeSent(createdAt, new Date())}</p>
    </>
  )
}

const copyAddress = () =>
  void navigator.clipboard?.writeText(`${location.origin}/registro`).then(
    () => toastSuccess('Dirección copiada'),
    () => toastError('No se pudo copiar'),
  )

const NoRequests = ({ isOpen }: { isOpen: boolean }) => (
  <Surface>
    <EmptyState
      title="Nadie espera"
      hint={
        isOpen
          ? `Quien llena sus datos en ${location.host}/registro aparece aquí.`
          : 'El alta de clientes está apagada; se enciende en General.'
      }
    >
      {isOpen && <Button onClick={copyAddress}>Copiar la dirección</Button>}
    </EmptyState>
  </Surface>
)

type Open = { kind: 'compare' | 'reject' | 'phone'; row: Signup }

/** Where a row goes with its focus, the row that takes its place has it, else the last one. */
function useFocusBelow(rows: readonly Signup[] | undefined, taken: Taken) {
  const list = useRef<HTMLDivElement>(null)
  const stood = useRef<{ id: string; at: number }>(undefined)
  useEffect(() => {
    if (stood.current === undefined || rows === undefined) return
    const { id, at } = stood.current
    if (taken[id] === undefined && rows.some((row) => row.id === id)) return
    stood.current = undefined
    if (document.activeElement !== document.body) return
    const buttons = [...(list.current?.querySelectorAll('tbody tr, li') ?? [])].map((row) =>
      row.querySelector('button'),
    )
    const next = buttons.slice(at).find((button) => button !== null)
    ;(next ?? buttons.findLast((button) => button !== null))?.focus()
  }, [rows, taken])
  const stand = ({ id }: Signup) => {
    stood.current = { id, at: rows?.findIndex((row) => row.id === id) ?? 0 }
  }
  return { list, stand }
}

function useApproving(onTaken: (id: string, says: string) => void) {
  const undoing = useMutation({
    mutationFn: (id: string) =>
      call('POST /api/signups/:id/undo', {
        params: { id },
        headers: { 'Idempotency-Key': newIdempotencyKey() },
      }),
    onSuccess: ({ data }) => toastSuccess(`Se deshizo: ${nameOfSignup(data)} espera otra vez`),
    onError: (error) => toastFailure(error, 'No se pudo deshacer'),
  })
  const approving = useMutation({
    mutationFn: ({ row, phone }: { row: Signup; phone?: string }) =>
      call('POST /api/signups/:id/approve', {
        params: { id: row.id },
        body: phone === undefined ? {} : { phone },
        headers: { 'Idempotency-Key': newIdempotencyKey() },
      }),
    onSuccess: ({ data: client }, { row }) =>
      toastAction(`${client.casillero} es de ${fullName(client)}`, {
        label: 'Deshacer',
        run: () => undoing.mutate(row.id),
        ms: undoMs,
      }),
    onError: (error, { row, phone }) => {
      if (isDecided(error)) onTaken(row.id, error.message)
      // The dialog that asks for a phone says itself what is wrong.
      else if (phone === undefined) toastFailure(error, 'Error al aprobar la solicitud')
    },
  })
  return approving
}

type SignupsPanelProps = { resource: ReturnType<typeof useResource<Signup>>; isOpen: boolean }

/** docs/product/sign-up.md, "Solicitudes". */
export function SignupsPanel({ resource, isOpen }: SignupsPanelProps) {
  const mayWrite = useMay()('clients.write')
  const [marks, setMarks] = useState({ at: 0, taken: none })
  const [open, setOpen] = useState<Open>()
  const { data, dataUpdatedAt: at } = resource.query
  const rows = data?.data
  // A row that a later list still has waits again: its approval was undone.
  const taken = marks.at === at ? marks.taken : none
  const take = (id: string, says: string) => {
    setMarks({ at, taken: { ...taken, [id]: says } })
    setOpen(undefined)
  }
  const approving = useApproving(take)
  const { list, stand } = useFocusBelow(rows, taken)
  const approve = (row: Signup) => {
    stand(row)
    if (row.phone === null) setOpen({ kind: 'phone', row })
    else if (!approving.isPending) approving.mutate({ row })
  }
  const close = () => setOpen(undefined)
  const actions = (row: Signup): MenuItem[] => {
    if (!mayWrite || taken[row.id] !== undefined) return []
    const isLike = row.similar.length > 0
    const show = (kind: Open['kind']) => {
      stand(row)
      setOpen({ kind, row })
    }
    const compare = { label: 'Comparar', icon: <GitCompare size={18} />, run: () => show('compare') }
    const add = { label: 'Aprobar', icon: <UserPlus size={18} />, run: () => approve(row) }
    const reject = { label: 'Rechazar', icon: <X size={18} />, tone: 'danger' as const, run: () => show('reject') }
    return isLike ? [{ ...compare, isMain: true }, add, reject] : [{ ...add, isMain: true }, reject]
  }
  const { search } = resource.state
  if (search === '' && rows?.length === 0) return <NoRequests isOpen={isOpen} />
  return (
    <div ref={list}>
      <ResourceList
        resource={resource}
        table={{
          columns: columns(taken),
          card: (row) => <SignupCard row={row} taken={taken[row.id]} />,
          formatName: nameOfSignup,
          look: {
            minWidth: 860,
            rowHeight: 56,
            isOneColumn: true,
            hasRowMenu: true,
            rowClass: ({ id }) => (taken[id] === undefined ? undefined : 'bg-surface-2 text-muted'),
          },
          ...(mayWrite ? { actions } : {}),
        }}
      />
      <p className="mt-2 px-1 text-help text-muted">
        «Probado»: el mensaje llegó desde ese número. Al aprobar sale la plantilla «Bienvenida» con la dirección; a los
        demás, como primer contacto.
      </p>
      {open?.kind === 'compare' && (
        <CompareDialog
          row={open.row}
          onApprove={() => {
            close()
            approve(open.row)
          }}
          onTaken={(says) => take(open.row.id, says)}
          onClose={close}
        />
      )}
      {open?.kind === 'reject' && (
        <RejectDialog row={open.row} onTaken={(says) => take(open.row.id, says)} onClose={close} />
      )}
      {open?.kind === 'phone' && (
        <PhoneDialog
          row={open.row}
          approve={(phone) => approving.mutateAsync({ row: open.row, phone })}
          onClose={close}
        />
      )}
    </div>
  )
}
