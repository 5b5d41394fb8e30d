import type { Currency, RateChange } from '@casillero/shared/contract/currencies'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatRate } from '@casillero/shared/domain/money-format'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight, History } from 'lucide-react'
import { useState } from 'react'
import { Pager } from '../../crud/pager.tsx'
import { describeError, read } from '../../lib/api.ts'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'

const failed = 'Error al cargar el historial de tasas'

export function RateHistory({ currency }: { currency: Currency }) {
  const [page, setPage] = useState(1)
  const changes = useQuery({
    ...read('GET /api/currencies/:id/rates', {
      params: { id: currency.id },
      query: { page: String(page), limit: '10' },
    }),
    placeholderData: keepPreviousData,
    meta: { failed },
  })
  if (changes.isError) {
    return <ErrorState title={describeError(changes.error, failed)} onRetry={() => void changes.refetch()} />
  }
  if (changes.isPending) {
    return (
      <div className="grid h-40 animate-late place-items-center">
        <Spinner label="Cargando..." />
      </div>
    )
  }
  const { data, pagination } = changes.data
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<History size={20} />}
        title="No hay cambios de tasas"
        hint="Cada cambio queda aquí, con quién lo hizo y cuándo."
      />
    )
  }
  return (
    <div className="pb-5" aria-busy={changes.isPlaceholderData}>
      <ol aria-label="Historial de tasas" className="divide-y divide-line">
        {data.map((change) => (
          <Change key={change.id} change={change} symbol={currency.symbol} />
        ))}
      </ol>
      <Pager page={page} pages={pagination.pages} onPage={setPage} />
    </div>
  )
}

function Change({ change, symbol }: { change: RateChange; symbol: string }) {
  return (
    <li className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[1fr_auto]">
      <p className="break-words text-body">
        {change.userName}
        <span className="block text-help text-muted">
          <time dateTime={change.changedAt}>{formatDateTime(change.changedAt)}</time>
        </span>
      </p>
      <dl className="grid content-start gap-y-0.5 text-body">
        <Step label="Compra" from={formatRate(change.fromCompra, symbol)} to={formatRate(change.toCompra, symbol)} />
        <Step label="Venta" from={formatRate(change.fromVenta, symbol)} to={formatRate(change.toVenta, symbol)} />
      </dl>
    </li>
  )
}

function Step({ label, from, to }: { label: string; from: string; to: string }) {
  return (
    <div className="flex items-center gap-2">
      <dt className="w-[56px] text-help text-muted">{label}</dt>
      <dd className="flex flex-wrap items-center gap-x-2">
        <span className="text-muted">
          <Amount>{from}</Amount>
        </span>
        <ArrowRight size={14} className="shrink-0 text-muted" aria-label="a" />
        <span className={from === to ? 'text-muted' : 'font-medium'}>
          <Amount>{to}</Amount>
        </span>
      </dd>
    </div>
  )
}
