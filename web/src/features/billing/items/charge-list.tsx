import type { Charge } from '@casillero/shared/contract/charges'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import { isTyped } from '@casillero/shared/domain/charges'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Surface } from '../../../ui/layout/surface.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { countText } from '../../invoices/invoice-texts.ts'
import { fieldOfCharge, focusField } from '../form/field-focus.ts'
import type { Dispatch } from '../form/invoice-form-actions.ts'
import { ChargeLines } from './charge-lines.tsx'
import { type ChargeRow, isTakenOff, listOffers } from './charge-rows.ts'
import type { RowParts } from './package-row.tsx'
import { inRow } from './package-row-parts.tsx'

export type ChargeListProps = {
  /** Null for charges of the invoice itself. */
  one: CourierPackage | null
  rows: readonly ChargeRow[]
  charges: readonly Charge[]
  currency: Currency
  currencies: readonly Currency[]
  dispatch: Dispatch
  className?: string
}

const sumCounted = (rows: readonly ChargeRow[]) =>
  rows.filter((row) => !isTakenOff(row)).reduce((sum, { total }) => sum + total, 0)

function FoldedCharges(props: ChargeListProps) {
  const { one, rows, charges, currency, className } = props
  const isByHand = ({ added, waiver, charge }: ChargeRow) =>
    added !== undefined || waiver !== undefined || !charge.isAutomatic
  const [isChosenOpen, setIsOpen] = useState<boolean>()
  if (charges.length === 0 || one === null) return null
  const isOpen = isChosenOpen ?? rows.some(isByHand)
  const names = rows.map(({ charge }) => charge.name).join(', ')
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div className={className}>
      <div className={cx('flex items-center gap-2', inRow)}>
        {rows.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            className="-ml-1 flex min-h-(--control) min-w-0 items-center gap-1 text-label"
            onClick={() => setIsOpen(!isOpen)}
          >
            <Chevron size={15} className="shrink-0" aria-hidden="true" />
            <span className="shrink-0 font-medium">{countText(rows.length, 'cargo', 'cargos')}</span>
            {!isOpen && <span className="truncate text-muted">{names}</span>}
          </button>
        )}
        <AddCharge {...props} label="Cargo" onAdd={() => setIsOpen(true)} />
        {!isOpen && rows.length > 0 && (
          <span className="whitespace-nowrap text-label tabular-nums">
            {formatMoney(sumCounted(rows), currency.symbol)}
          </span>
        )}
      </div>
      {isOpen && <ChargeLines {...props} />}
    </div>
  )
}

export function RowCharges({
  row,
  charges,
  catalogue,
  currency,
  currencies,
  dispatch,
  className,
}: RowParts & { className: string }) {
  if (currency === undefined) return null
  return (
    <FoldedCharges
      one={row}
      rows={charges}
      charges={catalogue}
      currency={currency}
      currencies={currencies}
      dispatch={dispatch}
      className={className}
    />
  )
}

export function OwnCharges(props: ChargeListProps) {
  if (props.rows.length === 0 && listOffers(props.charges, null, []).length === 0) return null
  return (
    <Surface className="px-4 py-2.5">
      <div className={cx('flex items-center gap-2', inRow)}>
        <h2 className="font-semibold text-card">Cargos de la factura</h2>
        <AddCharge {...props} label="Agregar cargo" />
      </div>
      <ChargeLines {...props} />
    </Surface>
  )
}

let lastKey = 0
const nextKey = (): number => ++lastKey

function AddCharge({
  one,
  rows,
  charges,
  currency,
  dispatch,
  label,
  onAdd,
}: ChargeListProps & { label: string; onAdd?: () => void }) {
  const offers = listOffers(charges, one, rows)
  if (offers.length === 0) return <span className="ml-auto" />
  const name = one === null ? 'a la factura' : `al paquete #${one.companyPackageId}`
  return (
    <span className="ml-auto">
      <Menu
        items={offers.map(({ charge, blocked }) => ({
          label: charge.name,
          blocked,
          ...(isTyped(charge) ? { takesFocus: true as const } : {}),
          run: () => {
            const key = nextKey()
            onAdd?.()
            dispatch({
              type: 'chargeAdded',
              charge: { key, chargeId: charge.id, packageId: one?.id ?? null, amount: '', currencyId: currency.id },
            })
            if (isTyped(charge)) focusField(fieldOfCharge(key))
          },
        }))}
        trigger={(trigger) => (
          <Button
            {...trigger}
            variant="link"
            icon={<Plus size={15} aria-hidden="true" />}
            aria-label={`Agregar un cargo ${name}`}
            className="px-1 text-label"
          >
            {label}
          </Button>
        )}
      />
    </span>
  )
}
