import type { ClientAccount } from '@casillero/shared/contract/client-account'
import { completingAmount, type Rates } from '@casillero/shared/domain/currency'
import { exact, minus, sum, toWire } from '@casillero/shared/domain/money'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'

export type Credit = ClientAccount['credit'][number]

type CreditPayment = { method: string; currencyId: string; total: number }

/** Empty while loading. */
export function useClientCredit(clientId: string | undefined): readonly Credit[] {
  const { data } = useQuery({
    ...read('GET /api/clients/:id/account', { params: { id: clientId ?? '' } }),
    enabled: clientId !== undefined,
  })
  return data?.data.credit ?? none
}

// A constant, so that memoised values stay.
const none: never[] = []

/** Returns the wanted currency's credit, else the first. */
export const creditFor = (credit: readonly Credit[], currencyId: string): Credit | undefined =>
  credit.find((one) => one.currencyId === currencyId) ?? credit[0]

/** Returns at most the pending amount. */
export const usableCredit = (credit: Credit, pending: number, own: Rates, invoiceCurrency: Rates): number =>
  Math.min(credit.amount, completingAmount(pending, own, invoiceCurrency))

/** Negative if the payments use too much. */
export function creditLeft(credit: Credit, payments: readonly CreditPayment[]): number {
  const used = payments.filter(({ method, currencyId }) => method === 'credit' && currencyId === credit.currencyId)
  return toWire(minus(exact(credit.amount), sum(used.map(({ total }) => exact(total)))))
}

/** docs/product/cash.md, "At the counter". */
export function CreditLine({ credit, left }: { credit: Credit | undefined; left: number }) {
  if (credit === undefined) return <p className="text-danger-text text-label">El cliente no tiene saldo a favor</p>
  const before = formatMoney(credit.amount, credit.symbol)
  if (left < 0) {
    return <p className="text-danger-text text-label tabular-nums">{`El saldo a favor no alcanza: hay ${before}`}</p>
  }
  return (
    <p className="text-label text-muted tabular-nums">
      {`Saldo a favor ${before} → `}
      <span className="font-semibold text-fg">{formatMoney(left, credit.symbol)}</span>
    </p>
  )
}
