import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Signup } from '@casillero/shared/contract/signups'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatPhone, phoneDigits } from '@casillero/shared/domain/phone'
import { searchText } from '@casillero/shared/domain/search-text'
import { useMutation, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { ApiError, call, describeError, newIdempotencyKey, read } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { fullName } from '../client-search/client-name.ts'
import { ProofBadge } from './proof-badge.tsx'
import { describeSent, describeSimilar, nameOfSignup } from './signup-texts.ts'

type CompareDialogProps = {
  row: Signup
  onApprove: () => void
  onReject: () => void
  /** Called if another clerk decided it. */
  onTaken: (says: string) => void
  onClose: () => void
}

const failed = 'Error al unir la solicitud'
const isSame = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && searchText(one) === searchText(other)
const isSamePhone = (one: string | null, other: string): boolean =>
  one !== null && phoneDigits(one).slice(-8) === phoneDigits(other).slice(-8)

/** Solid is the safe way: a new client can be merged later. docs/product/sign-up.md, "Solicitudes". */
export function CompareDialog({ row, onApprove, onReject, onTaken, onClose }: CompareDialogProps) {
  const [clientId, setClientId] = useState(row.similar[0]?.id ?? '')
  const loaded = useQuery({
    ...read('GET /api/clients/:id/account', { params: { id: clientId } }),
    meta: { failed: 'Error al cargar el cliente' },
  })
  const account = loaded.data?.data
  const [key] = useState(newIdempotencyKey)
  const isPressed = useRef(false)
  const joining = useMutation({
    mutationFn: () =>
      call('POST /api/signups/:id/join', {
        params: { id: row.id },
        body: { clientId },
        headers: { 'Idempotency-Key': key },
      }),
    onSuccess: ({ data }) => {
      toastSuccess(`La solicitud quedó unida a ${data.casillero}`)
      onClose()
    },
    onError: (error) => {
      isPressed.current = false
      if (error instanceof ApiError && error.code === 'signup_decided') onTaken(error.message)
    },
  })
  const join = () => {
    if (isPressed.current) return
    isPressed.current = true
    joining.mutate()
  }
  const isOwnPhone = account !== undefined && isSamePhone(row.phone, account.client.phone)
  const mayJoin = account !== undefined && (row.isPhoneProven || isOwnPhone)
  return (
    <Dialog
      title="¿Es la misma persona?"
      size="2xl"
      holds={() => joining.isPending}
      onClose={() => !joining.isPending && onClose()}
      footer={
        <>
          <Button variant="danger-quiet" className="mr-auto max-md:w-full" onClick={onReject}>
            Rechazar
          </Button>
          <Button
            className="max-md:flex-1"
            disabled={!mayJoin}
            busy={joining.isPending}
            busyLabel="Uniendo..."
            onClick={join}
          >
            Es la misma: unir
          </Button>
          <Button variant="primary" className="max-md:flex-1" onClick={onApprove}>
            Es otra: aprobar
          </Button>
        </>
      }
    >
      <div className="grid content-start gap-3 px-5 pt-1 pb-5">
        {row.similar.length > 1 && (
          <Field label="Comparar con">
            {(control) => (
              <SelectInput
                {...control}
                value={clientId}
                onChange={({ target }) => {
                  setClientId(target.value)
                  joining.reset()
                }}
              >
                {row.similar.map((one) => (
                  <option key={one.id} value={one.id}>{`${one.name} · ${describeSimilar(one)}`}</option>
                ))}
              </SelectInput>
            )}
          </Field>
        )}
        {account ? (
          <Comparison row={row} account={account} />
        ) : loaded.isError ? (
          <ErrorState title="Error al cargar el cliente" onRetry={() => void loaded.refetch()} />
        ) : (
          <SkeletonRows rows={6} height={44} label="Cargando el cliente..." />
        )}
        {joining.isError && <Note tone="red">{describeError(joining.error, failed)}</Note>}
        {account && !isOwnPhone && <Warning row={row} account={account} />}
      </div>
    </Dialog>
  )
}

function Warning({ row, account: { client } }: { row: Signup; account: ClientAccount }) {
  return (
    <Note tone="yellow">
      <span className="flex gap-2.5">
        <TriangleAlert size={18} className="mt-px shrink-0" aria-hidden="true" />
        {row.phone !== null && row.isPhoneProven ? (
          <span>
            Al unirlas, quien tenga el <b className="font-semibold">{formatPhone(row.phone)}</b> entra a Mi casillero de{' '}
            {client.casillero}. Le avisamos al {formatPhone(client.phone)}.
          </span>
        ) : (
          <span>
            Su teléfono no está probado: no se puede unir. Apruébela como otra, o pídale que escriba su código.
          </span>
        )}
      </span>
    </Note>
  )
}

function describeActivity({ counts, owed }: ClientAccount): string {
  const packages = counts.packages === 1 ? '1 paquete en camino' : `${counts.packages} paquetes en camino`
  const debts = owed.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')
  return [counts.packages > 0 ? packages : '', debts && `debe ${debts}`].filter(Boolean).join(' · ') || '—'
}

type Line = { label: string; asked: ReactNode; kept: ReactNode; isSame?: boolean }

function Comparison({ row, account }: { row: Signup; account: ClientAccount }) {
  const { client } = account
  const lines: Line[] = [
    {
      label: 'Nombre',
      asked: nameOfSignup(row),
      kept: fullName(client),
      isSame: isSame(nameOfSignup(row), fullName(client)),
    },
    {
      label: 'Teléfono',
      asked: (
        <span className="flex flex-wrap items-center gap-2 tabular-nums">
          {row.phone === null ? 'Número oculto' : formatPhone(row.phone)} <ProofBadge row={row} />
        </span>
      ),
      kept: <span className="tabular-nums">{formatPhone(client.phone)}</span>,
      isSame: isSamePhone(row.phone, client.phone),
    },
    {
      label: 'Ciudad',
      asked: row.city ?? 'No la dio',
      kept: client.city ?? '—',
      isSame: isSame(row.city, client.city),
    },
    {
      label: 'Correo',
      asked: row.email ?? 'No lo dio',
      kept: client.email ?? '—',
      isSame: isSame(row.email, client.email),
    },
    { label: 'Cédula', asked: 'No se pide', kept: client.cedula ?? '—' },
    { label: 'Actividad', asked: '—', kept: describeActivity(account) },
  ]
  return (
    <div className="overflow-x-auto rounded-md border border-line">
      <table className="w-full text-left text-body">
        <thead className="bg-surface-2 text-help text-muted">
          <tr>
            <th className="w-24 px-3 py-2 font-medium">
              <span className="sr-only">Dato</span>
            </th>
            <th className="px-3 py-2 font-medium">{`Solicitud de ${describeSent(row.createdAt, new Date())}`}</th>
            <th className="px-3 py-2 font-medium">{`Cliente ${client.casillero}`}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t align-top">
          {lines.map(({ label, asked, kept, isSame: isBold }) => (
            <tr key={label} className={cx(isBold && 'font-semibold')}>
              <th className="px-3 py-2 font-normal text-help text-muted">{label}</th>
              <td className="wrap-anywhere px-3 py-2">{asked}</td>
              <td className="wrap-anywhere px-3 py-2">{kept}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
