import type { VoucherState } from '@casillero/shared/contract/vouchers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { Pager } from '../../crud/pager.tsx'
import { read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { type ListedVoucher, useTaken } from './use-taken.ts'
import { VoucherDesk } from './voucher-desk.tsx'
import { VoucherList } from './voucher-list.tsx'

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
  const { state, page, openId, clientId, go } = usePlace()
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
  const list = (
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
        <VoucherList rows={rows} openId={open?.id} onOpen={(id) => go({ comprobante: id })} />
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
