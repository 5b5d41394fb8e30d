import type { Api } from '@casillero/shared/contract/api'
import type { Voucher, VoucherState } from '@casillero/shared/contract/vouchers'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Pager } from '../../crud/pager.tsx'
import { read } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { VoucherDesk } from './voucher-desk.tsx'
import { describeTaken, formatAmount, repeatedNames, sourceNames } from './voucher-texts.ts'

const failed = 'Error al cargar los comprobantes'
const pollMs = 30_000
const limit = '20'

const choices: readonly { value: VoucherState; label: string }[] = [
  { value: 'pending', label: 'Por verificar' },
  { value: 'verified', label: 'Verificados' },
]

function usePlace() {
  const [params, setParams] = useSearchParams()
  const go = (changes: Record<string, string | null>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  return {
    state: params.get('ver') === 'verificados' ? ('verified' as const) : ('pending' as const),
    page: Number(params.get('pagina') ?? '1') || 1,
    openId: params.get('comprobante'),
    clientId: params.get('cliente') ?? undefined,
    go,
  }
}

/** docs/product/vouchers.md, "Verifying". */
export function VouchersPanel() {
  const isRoomy = useMedia('(min-width: 900px)')
  const queries = useQueryClient()
  const place = usePlace()
  const { state, page, openId, clientId, go } = place
  const query = useQuery({
    ...read('GET /api/vouchers', { query: { state, page: String(page), limit, clientId } }),
    refetchInterval: pollMs,
    meta: { failed },
  })
  const listed = query.data?.data
  const open = listed?.find(({ id }) => id === openId) ?? (isRoomy ? listed?.[0] : undefined)
  const taken = useTaken(listed, open?.id, `${state} ${page} ${clientId ?? ''}`)
  const { rows } = taken
  const showNext = () => {
    const at = rows.findIndex(({ voucher }) => voucher.id === open?.id)
    const isFree = ({ isTaken }: ListedVoucher) => !isTaken
    const next = rows.slice(at + 1).find(isFree) ?? rows.slice(0, Math.max(at, 0)).findLast(isFree)
    go({ comprobante: next?.voucher.id ?? null })
    void queries.invalidateQueries()
  }
  const finish = (id: string) => {
    taken.settle(id)
    showNext()
  }
  const giveUp = (id: string) => {
    void taken.mark(id).catch(() => undefined)
    showNext()
  }
  const list = <ListCard place={place} query={query} rows={rows} openId={open?.id} />
  const desk = open && (
    <VoucherDesk key={open.id} voucher={open} onDone={() => finish(open.id)} onTaken={() => giveUp(open.id)} />
  )
  if (isRoomy) {
    return (
      <div className="grid grid-cols-[268px_minmax(0,1fr)] items-start gap-3">
        {list}
        {desk}
      </div>
    )
  }
  if (desk === undefined) return list
  return (
    <div className="grid min-w-0 gap-2">
      <Button
        variant="ghost"
        icon={<ChevronLeft size={18} aria-hidden="true" />}
        className="justify-self-start"
        onClick={() => go({ comprobante: null })}
      >
        Comprobantes
      </Button>
      {desk}
    </div>
  )
}

type ListCardProps = {
  place: ReturnType<typeof usePlace>
  query: UseQueryResult<Api['GET /api/vouchers']['reply']>
  rows: readonly ListedVoucher[]
  openId: string | undefined
}

function ListCard({ place: { state, page, clientId, go }, query, rows, openId }: ListCardProps) {
  return (
    <Surface className="min-w-0 self-start overflow-clip">
      <div className="border-line border-b p-3">
        <Segmented
          label="Comprobantes"
          isLabelHidden
          choices={choices}
          radio={(value) => ({
            name: 'vouchers',
            value,
            checked: value === state,
            onChange: () =>
              go({ ver: value === 'verified' ? 'verificados' : null, comprobante: null, pagina: null, cliente: null }),
          })}
        />
        {clientId !== undefined && (
          <Button variant="link" className="mt-2" onClick={() => go({ cliente: null, comprobante: null })}>
            Ver los de todos los clientes
          </Button>
        )}
      </div>
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState title={failed} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={4} height={56} label="Cargando comprobantes..." />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          title={state === 'pending' ? 'Nada por verificar' : 'Todavía no se verificó ninguno'}
          hint="Aquí aparecen los comprobantes que los clientes envían por WhatsApp o desde Mi casillero."
        />
      ) : (
        <VoucherList rows={rows} openId={openId} onOpen={(id) => go({ comprobante: id })} />
      )}
      {query.data !== undefined && query.data.pagination.totalPages > 1 && (
        <div className="border-line border-t p-2">
          <Pager
            page={page}
            pages={query.data.pagination.totalPages}
            onPage={(to) => go({ pagina: String(to), comprobante: null })}
          />
        </div>
      )}
    </Surface>
  )
}

type VoucherListProps = { rows: readonly ListedVoucher[]; openId: string | undefined; onOpen: (id: string) => void }

/** Vouchers decided by another clerk are grey and cannot be opened. */
function VoucherList({ rows, openId, onOpen }: VoucherListProps) {
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ voucher: row, isTaken }) => (
        <li key={row.id}>
          {isTaken ? (
            <TakenRow voucher={row} />
          ) : (
            <button
              type="button"
              aria-current={row.id === openId ? 'true' : undefined}
              onClick={() => onOpen(row.id)}
              className={cx(
                'grid min-h-(--row-item) w-full gap-1 px-4 py-3 text-left focus-visible:-outline-offset-2',
                row.id === openId ? 'bg-primary-soft' : 'hover:bg-surface-2',
              )}
            >
              <span className="wrap-anywhere font-medium">{row.client.name}</span>
              <span className="flex flex-wrap items-baseline justify-between gap-x-2">
                <span className="text-help text-muted">
                  {`${sourceNames[row.source]} · ${formatDateTime(row.decidedAt ?? row.createdAt)}`}
                </span>
                <b className="font-semibold tabular-nums">{formatAmount(row)}</b>
              </span>
              {row.repeated && (
                <span>
                  <Badge tone="yellow" icon={<Copy size={12} aria-hidden="true" />}>
                    {repeatedNames[row.repeated.by]}
                  </Badge>
                </span>
              )}
              {row.state === 'accepted' && (
                <span>
                  <Badge tone="green">Registrado</Badge>
                </span>
              )}
              {row.state === 'rejected' && (
                <span>
                  <Badge tone="red">Rechazado</Badge>
                </span>
              )}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function TakenRow({ voucher }: { voucher: Voucher }) {
  return (
    <div role="status" className="grid min-h-(--row-item) gap-1 bg-surface-2 px-4 py-3 text-muted">
      <span className="wrap-anywhere">{voucher.client.name}</span>
      <span className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="text-help">{describeTaken(voucher)}</span>
        <span className="tabular-nums line-through">{formatAmount(voucher)}</span>
      </span>
    </div>
  )
}

/** `isTaken`: another clerk decided it while it was listed. */
type ListedVoucher = { voucher: Voucher; isTaken: boolean }
type Taken = { voucher: Voucher; at: number }

/** Puts the taken vouchers at their former positions. */
function mergeTaken(listed: readonly Voucher[], taken: readonly Taken[]): ListedVoucher[] {
  const gone = new Set(taken.map(({ voucher }) => voucher.id))
  const rows = listed.filter(({ id }) => !gone.has(id)).map((voucher) => ({ voucher, isTaken: false }))
  for (const { voucher, at } of taken.toSorted((one, other) => one.at - other.at)) {
    rows.splice(at, 0, { voucher, isTaken: true })
  }
  return rows
}

type Place = { listed: readonly Voucher[]; openId: string | undefined }

/** Vouchers that another clerk decides meanwhile keep their positions in the list of `place`. docs/product/vouchers.md, "Verifying". */
function useTaken(listed: readonly Voucher[] | undefined, openId: string | undefined, place: string) {
  const queries = useQueryClient()
  const [kept, setKept] = useState<{ place: string; taken: readonly Taken[] }>({ place, taken: [] })
  const own = useRef(new Set<string>())
  const before = useRef<Place & { place: string }>(undefined)
  const taken = kept.place === place ? kept.taken : []

  const mark = async (id: string, at: number) => {
    const { data: voucher } = await queries.fetchQuery(read('GET /api/vouchers/:id', { params: { id } }))
    if (voucher.state === 'pending') return
    setKept((now) => {
      const others = now.place === place ? now.taken.filter((one) => one.voucher.id !== id) : []
      return { place, taken: [...others, { voucher, at }] }
    })
  }

  useEffect(() => {
    if (listed === undefined) return
    const last = before.current
    before.current = { listed, openId, place }
    if (last?.place !== place || last.openId === undefined || own.current.has(last.openId)) return
    const at = last.listed.findIndex(({ id }) => id === last.openId)
    if (at < 0 || listed.some(({ id }) => id === last.openId)) return
    // If the look-up fails, the voucher just disappears.
    void mark(last.openId, at).catch(() => undefined)
  })

  return {
    rows: mergeTaken(listed ?? [], taken),
    /** Called when the server says that the voucher was decided. */
    mark: (id: string) =>
      mark(
        id,
        (listed ?? []).findIndex((one) => one.id === id),
      ),
    /** Called when this clerk decided it; its row disappears. */
    settle: (id: string) => void own.current.add(id),
  }
}
