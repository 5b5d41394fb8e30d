import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Signup } from '@casillero/shared/contract/signups'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatPhone, phoneDigits } from '@casillero/shared/domain/phone'
import { searchText } from '@casillero/shared/domain/search-text'
import { useMutation, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { call, describeError, newIdempotencyKey, read } from '../../lib/api.ts'
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
import { isDecided, rejectTexts, useRejecting } from './reject-dialog.tsx'
import { describeSent, describeSimilar, nameOfSignup } from './signup-texts.ts'

type CompareDialogProps = {
  row: Signup
  onApprove: () => void
  /** Called if another clerk decided it. */
  onTaken: (says: string) => void
  onClose: () => void
}

const isSame = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && searchText(one) === searchText(other)
const isSamePhone = (one: string | null, other: string): boolean =>
  one !== null && phoneDigits(one).slice(-8) === phoneDigits(other).slice(-8)

/** Only the first press counts while it runs. */
function useDeciding({ onTaken, onClose }: Pick<CompareDialogProps, 'onTaken' | 'onClose'>) {
  const isPressed = useRef(false)
  const deciding = useMutation({
    mutationFn: (run: () => Promise<void>) => run(),
    onSuccess: onClose,
    onError: (error) => {
      isPressed.current = false
      if (isDecided(error)) onTaken(error.message)
    },
  })
  const decide = (run: () => Promise<void>) => {
    if (isPressed.current) return
    isPressed.current = true
    deciding.mutate(run)
  }
  return { decide, isBusy: deciding.isPending, error: deciding.error, forget: deciding.reset }
}

/** Solid is the safe way: a new client can be merged later. docs/product/sign-up.md, "Solicitudes". */
export function CompareDialog({ row, onApprove, onTaken, onClose }: CompareDialogProps) {
  const [clientId, setClientId] = useState(row.similar[0]?.id ?? '')
  const [isRejecting, setRejecting] = useState(false)
  const loaded = useQuery({
    ...read('GET /api/clients/:id/account', { params: { id: clientId } }),
    meta: { failed: 'Error al cargar el cliente' },
  })
  const account = loaded.data?.data
  const [key] = useState(newIdempotencyKey)
  const { field, reject } = useRejecting(row, true)
  const { decide, isBusy, error, forget } = useDeciding({ onTaken, onClose })
  const join = async () => {
    const { data } = await call('POST /api/signups/:id/join', {
      params: { id: row.id },
      body: { clientId },
      headers: { 'Idempotency-Key': key },
    })
    toastSuccess(`La solicitud quedó unida a ${data.casillero}`)
  }
  const turn = (to: boolean) => {
    forget()
    setRejecting(to)
  }
  const isOwnPhone = account !== undefined && isSamePhone(row.phone, account.client.phone)
  const mayJoin = account !== undefined && (row.isPhoneProven || isOwnPhone)
  return (
    <Dialog
      title={isRejecting ? rejectTexts.title(row) : '¿Es la misma persona?'}
      size="2xl"
      holds={() => isBusy}
      onClose={() => !isBusy && onClose()}
      footer={
        isRejecting ? (
          <>
            <Button
              className="mr-auto max-md:w-full"
              disabled={isBusy}
              onClick={({ detail }) => detail < 2 && turn(false)}
            >
              Volver
            </Button>
            <Button
              variant="danger"
              className="max-md:flex-1"
              busy={isBusy}
              busyLabel={rejectTexts.confirming}
              onClick={() => decide(reject)}
            >
              {rejectTexts.confirm}
            </Button>
          </>
        ) : (
          <>
            <Button
              variant="danger-quiet"
              className="mr-auto max-md:w-full"
              disabled={isBusy}
              // The second click of a double click hits the button that took its place.
              onClick={({ detail }) => detail < 2 && turn(true)}
            >
              {rejectTexts.confirm}
            </Button>
            <Button
              className="max-md:flex-1"
              disabled={!mayJoin}
              busy={isBusy}
              busyLabel="Uniendo..."
              onClick={() => decide(join)}
            >
              Es la misma: unir
            </Button>
            <Button variant="primary" className="max-md:flex-1" disabled={isBusy} onClick={onApprove}>
              Es otra: aprobar
            </Button>
          </>
        )
      }
    >
      <div className="grid content-start gap-3 px-5 pt-1 pb-5">
        {isRejecting && field}
        {error !== null && (
          <Note tone="red">
            {describeError(error, isRejecting ? rejectTexts.failed : 'Error al unir la solicitud')}
          </Note>
        )}
        {row.similar.length > 1 && !isRejecting && (
          <Field label="Comparar con">
            {(control) => (
              <SelectInput
                {...control}
                value={clientId}
                onChange={({ target }) => {
                  setClientId(target.value)
                  forget()
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
        {account && !isOwnPhone && !isRejecting && <Warning row={row} account={account} />}
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
      <table className="w-full text-left text-body max-md:table-fixed max-md:[&_:is(td,th)]:px-2">
        <thead className="bg-surface-2 text-help text-muted">
          <tr>
            <th className="w-[76px] px-3 py-2 font-medium md:w-24">
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
