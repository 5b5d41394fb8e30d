import type { Charge } from '@casillero/shared/contract/charges'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import { isTyped } from '@casillero/shared/domain/charges'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useIsAtLeast } from '../../../ui/layout/media.ts'
import { Surface } from '../../../ui/layout/surface.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { countText } from '../../invoices/invoice-texts.ts'
import { fieldOfCharge, focusField } from '../form/field-focus.ts'
import type { Dispatch } from '../form/invoice-form-actions.ts'
import { ChargeLines } from './charge-lines.tsx'
import { type ChargeRow, isTakenOff, listOffers } from './charge-rows.ts'
import type { RowParts } from './package-row.tsx'
import { inRow, roomyWidth } from './package-row-parts.tsx'

export type ChargeListProps = {
  /** Null for charges of the invoice itself. */
  one: CourierPackage | null
  rows: readonly ChargeRow[]
  charges: readonly Charge[]
  currency: Currency
  currencies: readonly Currency[]
  dispatch: Dispatch
  isNarrow: boolean
}

const sumCounted = (rows: readonly ChargeRow[]) =>
  rows.filter((row) => !isTakenOff(row)).reduce((sum, { total }) => sum + total, 0)

type FoldedProps = ChargeListProps & { className: string }

function FoldedCharges({ className, ...props }: FoldedProps) {
  const { one, rows, charges, currency, isNarrow } = props
  const isByHand = ({ added, waiver, charge }: ChargeRow) =>
    added !== undefined || waiver !== undefined || !charge.isAutomatic
  const [isChosenOpen, setIsOpen] = useState<boolean>()
  if (charges.length === 0 || one === null) return null
  const isOpen = isChosenOpen ?? rows.some(isByHand)
  const names = rows.map(({ charge }) => charge.name).join(', ')
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const chevron = <Chevron size={15} className="shrink-0" aria-hidden="true" />
  const sum = (
    <span className="whitespace-nowrap text-label tabular-nums">{formatMoney(sumCounted(rows), currency.symbol)}</span>
  )
  const toggle = rows.length > 0 && (
    <button
      type="button"
      aria-expanded={isOpen}
      className={cx(
        'flex min-h-(--control) min-w-0 items-center text-left text-label',
        isNarrow ? 'w-full gap-2 px-3' : 'mr-auto -ml-1 gap-1',
      )}
      onClick={() => setIsOpen(!isOpen)}
    >
      {!isNarrow && chevron}
      <span className="shrink-0 font-medium">{countText(rows.length, 'cargo', 'cargos')}</span>
      <span className={cx('min-w-0 truncate text-muted', isNarrow && 'flex-1')}>{!isOpen && names}</span>
      {isNarrow && sum}
      {isNarrow && chevron}
    </button>
  )
  const add = <AddCharge {...props} label={isNarrow ? 'Agregar cargo' : 'Cargo'} onAdd={() => setIsOpen(true)} />
  if (isNarrow)
    return (
      <div className={cx('divide-y divide-line rounded-md border border-line bg-surface-2 empty:hidden', className)}>
        {toggle}
        {isOpen && rows.length > 0 && (
          <div className="py-1 pr-1 pl-3">
            <ChargeLines {...props} />
          </div>
        )}
        {(isOpen || rows.length === 0) && <div className="px-2 empty:hidden">{add}</div>}
      </div>
    )
  return (
    <div className={className}>
      <div className={cx('flex items-center justify-end gap-2', inRow)}>
        {toggle}
        {add}
        {!isOpen && rows.length > 0 && sum}
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
  isNarrow = false,
  className,
}: RowParts & { isNarrow?: boolean; className: string }) {
  if (currency === undefined) return null
  return (
    <FoldedCharges
      one={row}
      rows={charges}
      charges={catalogue}
      currency={currency}
      currencies={currencies}
      dispatch={dispatch}
      isNarrow={isNarrow}
      className={className}
    />
  )
}

export function OwnCharges(given: Omit<ChargeListProps, 'isNarrow'>) {
  const box = useRef<HTMLDivElement>(null)
  const props = { ...given, isNarrow: useIsAtLeast(box, roomyWidth) === false }
  if (props.rows.length === 0 && listOffers(props.charges, null, []).length === 0) return null
  const add = <AddCharge {...props} label="Agregar cargo" />
  return (
    <div ref={box}>
      <Surface className="px-4 py-2.5">
        <div className={cx('flex items-center gap-2', inRow)}>
          <h2 className="mr-auto font-semibold text-card">Cargos de la factura</h2>
          {!props.isNarrow && add}
        </div>
        <ChargeLines {...props} />
        {props.isNarrow && <div className="-ml-1">{add}</div>}
      </Surface>
    </div>
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
  if (offers.length === 0) return null
  const name = one === null ? 'a la factura' : `al paquete #${one.companyPackageId}`
  return (
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
  )
}
