import type { Charge } from '@casillero/shared/contract/charges'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import { isTyped } from '@casillero/shared/domain/charges'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { ChevronDown, ChevronRight, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { countText } from '../invoices/invoice-texts.ts'
import { type ChargeRow, listOffers } from './charge-rows.ts'
import { fieldOfCharge, focusField } from './field-focus.ts'
import type { Dispatch } from './invoice-form-actions.ts'
import type { RowParts } from './package-row.tsx'
import { inRow } from './package-row-parts.tsx'

export type ChargeListProps = {
  /** Null for the charges of the invoice itself. */
  one: CourierPackage | null
  rows: readonly ChargeRow[]
  charges: readonly Charge[]
  currency: Currency
  currencies: readonly Currency[]
  dispatch: Dispatch
  className?: string
}

const sumCounted = (rows: readonly ChargeRow[]) =>
  rows.filter(({ waiver }) => waiver === undefined).reduce((sum, { total }) => sum + total, 0)

/** The charges of a package, folded to their number, names and sum until one of them was added or taken off by hand. */
function FoldedCharges(props: ChargeListProps) {
  const { one, rows, charges, currency, className } = props
  const isTouched = rows.some(({ added, waiver }) => added !== undefined || waiver !== undefined)
  const [isChosenOpen, setIsOpen] = useState<boolean>()
  if (charges.length === 0 || one === null) return null
  const isOpen = isChosenOpen ?? isTouched
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
      {isOpen && <Rows {...props} />}
    </div>
  )
}

/** The charges of a package in its row of the list. */
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

/** The charges of the invoice itself. */
export function OwnCharges(props: ChargeListProps) {
  return (
    <>
      <div className={cx('flex items-center gap-2', inRow)}>
        <h2 className="font-semibold text-card">Cargos de la factura</h2>
        <AddCharge {...props} label="Agregar cargo" />
      </div>
      <Rows {...props} />
    </>
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

function Rows(props: ChargeListProps) {
  const { one, rows } = props
  if (rows.length === 0) return null
  return (
    <ul aria-label={one === null ? 'Cargos de la factura' : `Cargos del paquete #${one.companyPackageId}`}>
      {rows.map((row) => (
        <Row key={row.key} {...props} row={row} />
      ))}
    </ul>
  )
}

function Row({ row, currency, currencies, dispatch }: ChargeListProps & { row: ChargeRow }) {
  const [isAsking, setIsAsking] = useState(false)
  const { charge, detail, total, waiver, added } = row
  const take = () => {
    if (added) return dispatch({ type: 'chargeRemoved', key: added.key })
    if (charge.asksReason) return setIsAsking(true)
    dispatch({ type: 'chargeWaived', key: row.key, reason: '' })
  }
  if (isAsking)
    return (
      <li>
        <WaiverReason
          name={charge.name}
          onGive={(reason) => {
            setIsAsking(false)
            dispatch({ type: 'chargeWaived', key: row.key, reason })
          }}
          onKeep={() => setIsAsking(false)}
        />
      </li>
    )
  return (
    <li className={cx('flex flex-wrap items-center gap-x-2 text-label', inRow)}>
      <span className={cx('flex-1 break-words', added && isTyped(charge) ? 'min-w-[150px]' : 'min-w-0')}>
        <span className={cx('font-medium', waiver && 'line-through')}>{charge.name}</span>
        <span className={cx('ml-2 text-muted', waiver && 'line-through')}>{detail}</span>
        {waiver && (
          <span className="ml-2 text-muted">{waiver.reason === '' ? 'Quitado' : `Quitado: ${waiver.reason}`}</span>
        )}
      </span>
      {added && isTyped(charge) && (
        <span className="flex">
          <SelectInput
            aria-label={`Moneda de ${charge.name}`}
            className="-mr-px w-[60px] [&>select]:rounded-r-none [&>select]:pr-6 [&>select]:pl-2 [&>select]:text-label [&>svg]:right-1.5"
            value={added.currencyId}
            onChange={(event) =>
              dispatch({ type: 'chargeChanged', key: added.key, change: { currencyId: event.target.value } })
            }
          >
            {currencies.map(({ id, symbol }) => (
              <option key={id} value={id}>
                {symbol}
              </option>
            ))}
          </SelectInput>
          <span className="w-[84px]">
            <DecimalInput
              aria-label={`Monto de ${charge.name}`}
              data-field={fieldOfCharge(added.key)}
              className="rounded-l-none px-2 text-label"
              max={9_999_999.99}
              decimals={2}
              value={added.amount}
              onChange={(amount) => dispatch({ type: 'chargeChanged', key: added.key, change: { amount } })}
              onKeyDown={(event) => {
                if (event.key === 'Escape') dispatch({ type: 'chargeRemoved', key: added.key })
              }}
            />
          </span>
        </span>
      )}
      {waiver ? (
        <Button
          variant="link"
          className="px-1 text-label"
          aria-label={`Devolver ${charge.name}`}
          onClick={() => dispatch({ type: 'chargeRestored', key: row.key })}
        >
          Devolver
        </Button>
      ) : (
        <IconButton label={`Quitar ${charge.name}`} icon={<X size={15} aria-hidden="true" />} onClick={take} />
      )}
      <span className={cx('ml-auto text-right tabular-nums sm:min-w-[86px]', waiver && 'text-muted line-through')}>
        {formatMoney(total, currency.symbol)}
      </span>
    </li>
  )
}

const reasons = ['Cliente frecuente', 'Promoción', 'Error nuestro', 'No correspondía']
const other = 'Otro'

type WaiverReasonProps = { name: string; onGive: (reason: string) => void; onKeep: () => void }

/** Asks why a charge is taken off; without a reason it stays. */
function WaiverReason({ name, onGive, onKeep }: WaiverReasonProps) {
  const [choice, setChoice] = useState('')
  const [text, setText] = useState('')
  const reason = (choice === other ? text : choice).trim()
  const give = () => (reason === '' ? onKeep() : onGive(reason))
  return (
    <fieldset
      className={cx('flex flex-wrap items-center gap-2 py-0.5', inRow)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onKeep()
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        give()
      }}
    >
      <legend className="sr-only">{`Por qué se quita ${name}`}</legend>
      <SelectInput
        autoFocus
        aria-label={`Motivo para quitar ${name}`}
        className="w-[190px] [&>select]:text-label"
        value={choice}
        onChange={(event) => setChoice(event.target.value)}
      >
        <option value="">{`Por qué se quita ${name}`}</option>
        {[...reasons, other].map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectInput>
      {choice === other && (
        <span className="min-w-[140px] flex-1">
          <TextInput
            autoFocus
            aria-label="Otro motivo"
            maxLength={200}
            className="text-label"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </span>
      )}
      <Button size="sm" onClick={give}>
        {reason === '' ? 'Dejarlo' : 'Quitar'}
      </Button>
    </fieldset>
  )
}
