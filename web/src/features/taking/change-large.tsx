import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { cx } from '../../ui/class-names.ts'
import { Amount } from '../../ui/display/amount.tsx'

type AmountsLargeProps = { rows: readonly GivenChange[]; className?: string | undefined }

/** Large enough to read from the cash drawer. */
export const AmountsLarge = ({ rows, className }: AmountsLargeProps) => (
  <dl
    className={cx(
      'flex flex-wrap gap-x-5 gap-y-1 rounded-md border border-green-line bg-green-soft px-3 py-1.5 text-green-text',
      className,
    )}
  >
    {rows.map(({ label, amount }) => (
      <div key={label} className="flex flex-wrap items-baseline gap-x-2.5">
        <dt className="whitespace-nowrap font-medium text-body">{label}</dt>
        <dd className="font-[650] text-[26px] tabular-nums leading-9 tracking-[-0.02em]">
          <Amount>{amount}</Amount>
        </dd>
      </div>
    ))}
  </dl>
)

type ChangeLargeProps = { change: Invoice['change']; className?: string }

/** docs/product/invoices.md, "The bar". */
export function ChangeLarge({ change, className }: ChangeLargeProps) {
  const given = describeChange(change)
  return given.length > 0 && <AmountsLarge rows={given} className={className} />
}

/** In a bar its sums stand one below the other, so that it leaves room for the name and the buttons. */
export const ChangeInBar = ({ change }: Pick<ChangeLargeProps, 'change'>) => (
  <ChangeLarge
    change={change}
    className={cx('max-md:order-1 max-md:w-full', change.length > 1 && 'md:w-min md:*:flex-nowrap')}
  />
)

type ChangePart = Invoice['change'][number]

/** A part of the change, with the name used at the counter. */
type GivenChange = { label: string; amount: string }

/** docs/product/invoices.md, "The bar". */
export function describeChange(parts: readonly ChangePart[]): GivenChange[] {
  const cash = parts.filter(({ kind, handed }) => kind === 'cash' && handed > 0)
  const credit = parts.filter(({ kind }) => kind === 'credit')
  return [
    { label: 'Vuelto', amounts: cash.map(({ handed, currency }) => formatMoney(handed, currency.symbol)) },
    { label: 'A saldo a favor', amounts: credit.map(({ amount, currency }) => formatMoney(amount, currency.symbol)) },
  ].flatMap(({ label, amounts }) => (amounts.length > 0 ? [{ label, amount: amounts.join(' + ') }] : []))
}
