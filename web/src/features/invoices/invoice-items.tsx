import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatChargeBasis, formatWaiver } from '@casillero/shared/domain/charge-text'
import { formatMoney, formatUnitPrice } from '@casillero/shared/domain/money-format'
import { formatBasis, formatChargedColumn } from '@casillero/shared/domain/price-arithmetic'
import { priceSuffixes } from '@casillero/shared/domain/price-units'
import { Fragment } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { discountText } from './invoice-texts.ts'

type InvoiceItemsProps = { invoice: Invoice; layout: 'wide' | 'narrow' }
type Item = Invoice['items'][number]

export function InvoiceItems({ invoice, layout }: InvoiceItemsProps) {
  return layout === 'narrow' ? <NarrowItems invoice={invoice} /> : <WideItems invoice={invoice} />
}

function NarrowItems({ invoice }: { invoice: Invoice }) {
  const { items, currency } = invoice
  return (
    <ul aria-label="Paquetes de la factura" className="divide-y divide-line rounded-lg border border-line">
      {items.map((item) => (
        <li key={item.id} className="px-3.5 py-2.5">
          <div className="flex gap-3">
            <div className="min-w-0 flex-1">
              <ItemName item={item} />
              <p className="text-help text-muted tabular-nums">{formatSum(item)}</p>
            </div>
            <span className="font-semibold">
              <Amount>{formatMoney(item.total, currency.symbol)}</Amount>
            </span>
          </div>
          <InvoiceCharges invoice={invoice} packageId={item.packageId} className="mt-1" />
        </li>
      ))}
      {invoice.charges.some(({ packageId }) => packageId === null) && (
        <li className="px-3.5 py-2.5">
          <InvoiceCharges invoice={invoice} packageId={null} />
        </li>
      )}
    </ul>
  )
}

function WideItems({ invoice }: { invoice: Invoice }) {
  const { items, currency } = invoice
  return (
    <div className="overflow-hidden rounded-lg border border-line print:overflow-visible print:rounded-none print:border-x-0">
      <table aria-label="Paquetes de la factura" className="w-full text-left">
        <thead>
          <tr className="h-9 bg-surface-2 text-[12px] text-muted leading-4 *:px-3 *:font-medium">
            <th scope="col" className="w-full">
              Descripción
            </th>
            <th scope="col" className="text-right">
              Peso
            </th>
            <th scope="col" className="text-right">
              {items.some(({ priceRules }) => (priceRules?.unit ?? 'pound') !== 'pound') ? 'Precio' : 'Precio/lb'}
            </th>
            <th scope="col" className="text-right">
              Descuento
            </th>
            <th scope="col" className="text-right">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Fragment key={item.id}>
              <tr className="break-inside-avoid border-line border-t *:px-3 *:py-2">
                <td>
                  <ItemName item={item} />
                </td>
                <td className="text-right">
                  <Amount>{formatChargedColumn(item)}</Amount>
                </td>
                <td className="text-right">
                  <Amount>{formatPrice(item)}</Amount>
                </td>
                <td className="text-right">
                  <Amount>{formatDiscounts(item) ?? '—'}</Amount>
                </td>
                <td className="text-right font-semibold">
                  <Amount>{formatMoney(item.total, currency.symbol)}</Amount>
                </td>
              </tr>
              <ChargesRow invoice={invoice} packageId={item.packageId} />
            </Fragment>
          ))}
          <ChargesRow invoice={invoice} packageId={null} />
        </tbody>
      </table>
    </div>
  )
}

function ChargesRow({ invoice, packageId }: { invoice: Invoice; packageId: string | null }) {
  if (!invoice.charges.some((charge) => charge.packageId === packageId)) return null
  return (
    <tr className={packageId === null ? 'border-line border-t' : ''}>
      <td colSpan={5} className={packageId === null ? 'px-3 py-2' : 'px-3 pb-2'}>
        <InvoiceCharges invoice={invoice} packageId={packageId} />
      </td>
    </tr>
  )
}

function ItemName({ item }: { item: Item }) {
  return (
    <>
      <p className="break-words font-medium">{item.description ?? 'Sin descripción'}</p>
      <p className="break-all text-help text-muted tabular-nums">
        {[`#${item.companyPackageId}`, item.tracking, handoverText(item)].filter(Boolean).join(' · ')}
      </p>
      {item.priceRules !== null && <p className="text-help text-muted tabular-nums">{formatBasis(item)}</p>}
    </>
  )
}

const handoverText = ({ companyHandoverId }: Item) => companyHandoverId && `Entrega #${companyHandoverId}`

/** Shows the unit if it is not pounds. */
function formatPrice({ listPrice, unitPrice, priceRules }: Item): string {
  const unit = priceRules?.unit ?? 'pound'
  return `${formatUnitPrice(listPrice ?? unitPrice)}${unit === 'pound' ? '' : priceSuffixes[unit]}`
}

/** `12.25 lbs × US$2.75 − 10%`. */
function formatSum(item: Item): string {
  const discount = formatDiscounts(item)
  const gross = `${formatChargedColumn(item)} × ${formatPrice(item)}`
  return discount === undefined ? gross : `${gross} − ${discount}`
}

/** Lists the package's own discount, and the invoice's on top. */
function formatDiscounts(item: Item): string | undefined {
  const own = discountText(item.packageDiscountType ?? 'none', item.packageDiscountValue ?? 0)
  const discounts = [own, discountText(item.discountType, item.discountValue)].filter((text) => text !== undefined)
  return discounts.length === 0 ? undefined : discounts.join(' − ')
}

type InvoiceChargesProps = { invoice: Invoice; packageId: string | null; className?: string }

/** Strikes out waived charges on the screen and leaves them off paper. */
function InvoiceCharges({ invoice, packageId, className }: InvoiceChargesProps) {
  const charges = invoice.charges.filter((charge) => charge.packageId === packageId)
  if (charges.length === 0) return null
  return (
    <ul aria-label="Cargos" className={className}>
      {charges.map((charge) => {
        const { id, name, currency, unitPrice, quantity, total, fullTotal, isWaived, waiverReason } = charge
        const price =
          quantity === 1 && currency.symbol === invoice.currency.symbol ? '' : formatMoney(unitPrice, currency.symbol)
        return (
          <li key={id} className={cx('flex gap-3 text-label', isWaived && 'text-muted print:hidden')}>
            <span className="min-w-0 flex-1 break-words">
              <span className={cx('font-medium', isWaived && 'line-through')}>{name}</span>
              <span className="ml-2 text-muted">{[formatChargeBasis(charge), price].filter(Boolean).join(' · ')}</span>
              {(isWaived || fullTotal !== null) && (
                <span className="ml-2 text-muted print:hidden">
                  {formatWaiver({ fullTotal, reason: waiverReason }, invoice.currency.symbol)}
                </span>
              )}
            </span>
            <span className={cx('whitespace-nowrap tabular-nums', isWaived && 'line-through')}>
              {formatMoney(total, invoice.currency.symbol)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
