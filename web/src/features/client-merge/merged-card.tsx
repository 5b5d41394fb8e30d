import type { Client } from '@casillero/shared/contract/clients'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { read } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { fullName } from '../client-search/client-name.ts'

type MergedCardProps = {
  client: Client
  /** Undefined while there is no other one to choose between. */
  isKept: boolean | undefined
  onKeep: () => void
  onRemove: (() => void) | undefined
}

const sums = (values: readonly { symbol: string; amount: number }[]): string =>
  values.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ') || '—'

/** One of two that are one. */
export function MergedCard({ client, isKept, onKeep, onRemove }: MergedCardProps) {
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
