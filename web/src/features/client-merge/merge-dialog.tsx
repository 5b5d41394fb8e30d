import type { Client } from '@casillero/shared/contract/clients'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { ApiError, call, describeError, newIdempotencyKey, read } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { fullName } from '../client-search/client-name.ts'
import { ClientSearch } from '../client-search/client-search.tsx'

type MergedCardProps = {
  client: Client
  /** Undefined until both clients are chosen. */
  isKept: boolean | undefined
  onKeep: () => void
  onRemove: (() => void) | undefined
}

const sums = (values: readonly { symbol: string; amount: number }[]): string =>
  values.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ') || '—'

/** One of the two clients to merge. */
function MergedCard({ client, isKept, onKeep, onRemove }: MergedCardProps) {
  const { data } = useQuery({
    ...read('GET /api/clients/:id/account', { params: { id: client.id } }),
    meta: { failed: 'Error al cargar el cliente' },
  })
  const account = data?.data
  const name = fullName(client)
  return (
    <div className={cx('rounded-md border p-3', isKept ? 'border-primary bg-primary-soft' : 'border-line')}>
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 break-words font-semibold text-body">{name}</p>
        {onRemove && (
          <IconButton label={`Quitar cliente: ${name}`} icon={<X size={17} aria-hidden="true" />} onClick={onRemove} />
        )}
      </div>
      <p className="text-help text-muted tabular-nums">{`${client.casillero} · ${formatPhone(client.phone)}`}</p>
      <dl className="mt-2 grid gap-1 text-body">
        <Fact label="Paquetes">{account ? account.counts.packages + account.counts.delivered : '…'}</Fact>
        <Fact label="Facturas">{account ? account.counts.invoices : '…'}</Fact>
        <Fact label="Debe">{account ? sums(account.owed) : '…'}</Fact>
        <Fact label="Saldo a favor">{account ? sums(account.credit) : '…'}</Fact>
      </dl>
      {isKept !== undefined && (
        <label className="mt-2 flex min-h-(--control) items-center gap-2.5 border-line border-t pt-2 font-medium text-body">
          <input type="radio" name="kept" checked={isKept} onChange={onKeep} className="size-[18px] accent-primary" />
          {`Se queda ${client.casillero}`}
        </label>
      )}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  )
}

type MergeDialogProps = {
  /** The client whose page it was opened from. */
  first?: Client | undefined
  onMerged?: (kept: Client) => void
  onClose: () => void
}

type Pair = readonly [Client | undefined, Client | undefined]

const failed = 'Error al unir los clientes'

function usePair(first: Client | undefined) {
  const [clients, setClients] = useState<Pair>([first, undefined])
  const [keptId, setKeptId] = useState<string>()
  const [one, other] = clients
  const both = one !== undefined && other !== undefined ? ([one, other] as const) : undefined
  // Keeps the older number by default.
  const kept = both?.find(({ id }) => id === keptId) ?? both?.toSorted(byCasillero)[0]
  const gone = both?.find((client) => client !== kept)
  const choose = (place: 0 | 1, client: Client | undefined) => setClients(place === 0 ? [client, other] : [one, client])
  return { clients, kept, gone, choose, keep: setKeptId }
}

type Merging = { from: Client | undefined; into: Client | undefined; onMerged: (kept: Client) => void }

function useMerge({ from, into, onMerged }: Merging) {
  const [key] = useState(newIdempotencyKey)
  const isPressed = useRef(false)
  const merging = useMutation({
    mutationFn: ({ from, into }: { from: Client; into: Client }) =>
      call('POST /api/clients/:id/merge', {
        params: { id: from.id },
        body: { intoClientId: into.id },
        headers: { 'Idempotency-Key': key },
      }),
    meta: { removes: from?.id },
    onSuccess: ({ data: { client } }) => {
      toastSuccess(`Los clientes quedaron unidos en ${client.casillero}`)
      onMerged(client)
    },
    onError: (error) => {
      isPressed.current = false
      if (!isConflict(error)) toastFailure(error, failed)
    },
  })
  const press = () => {
    // The second click of a double click comes before the button is drawn busy.
    if (isPressed.current || from === undefined || into === undefined) return
    isPressed.current = true
    merging.mutate({ from, into })
  }
  return { merging, press }
}

/** docs/product/clients.md, "Merging clients". */
export function MergeDialog({ first, onMerged, onClose }: MergeDialogProps) {
  const pair = usePair(first)
  const { kept, gone } = pair
  const { merging, press } = useMerge({
    from: gone,
    into: kept,
    onMerged: (client) => {
      onClose()
      onMerged?.(client)
    },
  })
  const choose = (place: 0 | 1, client: Client | undefined) => {
    merging.reset()
    pair.choose(place, client)
  }
  return (
    <Dialog
      title="Unir dos clientes"
      size="2xl"
      holds={() => merging.isPending}
      onClose={() => !merging.isPending && onClose()}
      footer={
        <>
          <Button className="max-md:flex-1" onClick={() => !merging.isPending && onClose()}>
            Cancelar
          </Button>
          <Button
            variant="danger"
            className="max-md:flex-1"
            disabled={kept === undefined}
            busy={merging.isPending}
            busyLabel="Uniendo..."
            onClick={press}
          >
            Unir clientes
          </Button>
        </>
      }
    >
      <div className="grid min-h-[340px] content-start gap-3 px-5 pt-1 pb-5">
        <fieldset className="grid min-w-0 items-start gap-3 md:grid-cols-2" aria-label="Clientes que son uno">
          <Place place={0} first={first} pair={pair} onChoose={choose} />
          <Place place={1} first={first} pair={pair} onChoose={choose} />
        </fieldset>
        {merging.isError && isConflict(merging.error) && <Note tone="red">{describeError(merging.error, failed)}</Note>}
        {kept && gone && <Warning kept={kept} gone={gone} />}
      </div>
    </Dialog>
  )
}

type PlaceProps = {
  place: 0 | 1
  first: Client | undefined
  pair: ReturnType<typeof usePair>
  onChoose: (place: 0 | 1, client: Client | undefined) => void
}

function Place({ place, first, pair: { clients, kept, keep }, onChoose }: PlaceProps) {
  const client = clients[place]
  if (client === undefined) {
    return (
      <ClientSearch
        label={place === 0 ? 'Un cliente' : 'El otro cliente'}
        except={clients[1 - place]?.id}
        onChoose={(found) => onChoose(place, found)}
      />
    )
  }
  return (
    <MergedCard
      key={client.id}
      client={client}
      isKept={kept === undefined ? undefined : client === kept}
      onKeep={() => keep(client.id)}
      // The client whose page this is cannot be removed.
      onRemove={client === first ? undefined : () => onChoose(place, undefined)}
    />
  )
}

function Warning({ kept, gone }: { kept: Client; gone: Client }) {
  return (
    <Note tone="yellow">
      <p className="font-semibold">Esta acción no se puede deshacer.</p>
      <p className="mt-1 break-words">
        Los paquetes, facturas, saldos, entregas y mensajes de {fullName(gone)} pasan a {fullName(kept)}. Lo impreso
        queda como está. El casillero {gone.casillero} seguirá llevando a {kept.casillero}.
      </p>
    </Note>
  )
}

const byCasillero = (one: Client, other: Client): number => (one.casillero < other.casillero ? -1 : 1)

const isConflict = (error: unknown): boolean => error instanceof ApiError && [400, 404, 409, 422].includes(error.status)
