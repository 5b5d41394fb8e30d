import { formatWaiver } from '@casillero/shared/domain/charge-text'
import { isTyped } from '@casillero/shared/domain/charges'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../../lib/session.ts'
import { cx } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { DecimalInput } from '../../../ui/forms/decimal-input.tsx'
import { readAmount } from '../../../ui/forms/decimal-text.ts'
import { SelectInput } from '../../../ui/forms/select-input.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { fieldOfCharge } from '../form/field-focus.ts'
import type { AddedCharge, Waiver } from '../form/invoice-form-state.ts'
import type { ChargeListProps } from './charge-list.tsx'
import { type ChargeRow, isTakenOff } from './charge-rows.ts'
import { inRow } from './package-row-parts.tsx'

const reasons = ['Cliente frecuente', 'Promoción', 'Error nuestro', 'No correspondía']
const other = 'Otro'

type WaiverFieldsProps = {
  name: string
  /** The amount of a lowered charge; undefined where the charge is removed. */
  lowered: { total: number; fullTotal: number; symbol: string } | undefined
  onGive: (waiver: Waiver) => void
  onKeep: () => void
}

/** Without a reason or a lower amount the charge stays as it is. */
function WaiverFields({ name, lowered, onGive, onKeep }: WaiverFieldsProps) {
  const [choice, setChoice] = useState('')
  const [text, setText] = useState('')
  const [amount, setAmount] = useState(lowered?.total.toFixed(2) ?? '')
  const reason = (choice === other ? text : choice).trim()
  const left = lowered && readAmount(amount)
  const isGiven = reason !== '' && (lowered === undefined || readAmount(amount) < lowered.fullTotal)
  const give = () => (isGiven ? onGive({ reason, amount: left || null }) : onKeep())
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
      <legend className="sr-only">{`${askReason(lowered !== undefined)} ${name}`}</legend>
      {lowered && (
        <span className="w-[96px]">
          <DecimalInput
            autoFocus
            aria-label={`Lo que queda de ${name} en ${lowered.symbol}`}
            className="px-2 text-label"
            max={9_999_999.99}
            decimals={2}
            value={amount}
            onChange={setAmount}
          />
        </span>
      )}
      <ReasonSelect name={name} isLowered={lowered !== undefined} value={choice} onChange={setChoice} />
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
        {isGiven ? (left ? 'Bajar' : 'Quitar') : 'Dejarlo'}
      </Button>
    </fieldset>
  )
}

const askReason = (isLowered: boolean): string => `Por qué se ${isLowered ? 'baja' : 'quita'}`

type ReasonSelectProps = { name: string; isLowered: boolean; value: string; onChange: (reason: string) => void }

function ReasonSelect({ name, isLowered, value, onChange }: ReasonSelectProps) {
  return (
    <SelectInput
      autoFocus={!isLowered}
      aria-label={`Motivo para ${isLowered ? 'bajar' : 'quitar'} ${name}`}
      className="w-[190px] [&>select]:text-label"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{askReason(isLowered)}</option>
      {[...reasons, other].map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectInput>
  )
}

export function ChargeLines(props: ChargeListProps) {
  const { one, rows } = props
  if (rows.length === 0) return null
  return (
    <ul aria-label={one === null ? 'Cargos de la factura' : `Cargos del paquete #${one.companyPackageId}`}>
      {rows.map((row) => (
        <Line key={row.key} {...props} row={row} />
      ))}
    </ul>
  )
}

function Line({ row, currency, currencies, dispatch, isNarrow }: ChargeListProps & { row: ChargeRow }) {
  const mayWaive = useMay()('discounts.give')
  const [asked, setAsked] = useState<'reason' | 'amount'>()
  const { charge, detail, total, fullTotal, waiver, added } = row
  const isOff = isTakenOff(row)
  const isTypedHere = added !== undefined && isTyped(charge)
  const beside = isNarrow ? 'block text-muted' : 'ml-2 text-muted'
  const take = () => {
    if (added) return dispatch({ type: 'chargeRemoved', key: added.key })
    if (charge.asksReason) return setAsked('reason')
    dispatch({ type: 'chargeWaived', key: row.key, waiver: { reason: '', amount: null } })
  }
  if (asked !== undefined)
    return (
      <li>
        <WaiverFields
          name={charge.name}
          lowered={asked === 'amount' ? { total, fullTotal, symbol: currency.symbol } : undefined}
          onGive={(given) => {
            setAsked(undefined)
            dispatch({ type: 'chargeWaived', key: row.key, waiver: given })
          }}
          onKeep={() => setAsked(undefined)}
        />
      </li>
    )
  return (
    <li className={cx('flex flex-wrap items-center gap-x-2 text-label', isNarrow && 'py-0.5', inRow)}>
      <span className={cx('flex-1 break-words', isTypedHere && !isNarrow ? 'min-w-[150px]' : 'min-w-0')}>
        <span className={cx('font-medium', isOff && 'line-through')}>{charge.name}</span>
        <span className={cx(beside, isOff && 'line-through')}>{detail}</span>
        {waiver && (
          <span className={beside}>
            {formatWaiver({ fullTotal: isOff ? null : fullTotal, reason: waiver.reason }, currency.symbol)}
          </span>
        )}
      </span>
      {isTypedHere && (
        <span className={cx(isNarrow && 'order-last basis-full')}>
          <TypedAmount name={charge.name} added={added} currencies={currencies} dispatch={dispatch} />
        </span>
      )}
      {waiver ? (
        <Button
          variant="link"
          className={cx('px-1 text-label', isNarrow && 'order-1')}
          aria-label={`Devolver ${charge.name}`}
          onClick={() => dispatch({ type: 'chargeRestored', key: row.key })}
        >
          Devolver
        </Button>
      ) : (
        (added || mayWaive) && (
          <IconButton
            label={`Quitar ${charge.name}`}
            icon={<X size={15} aria-hidden="true" />}
            className={cx(isNarrow && 'order-1')}
            onClick={take}
          />
        )
      )}
      <LineTotal row={row} symbol={currency.symbol} onLower={mayWaive ? () => setAsked('amount') : undefined} />
    </li>
  )
}

type LineTotalProps = { row: ChargeRow; symbol: string; onLower: (() => void) | undefined }

function LineTotal({ row, symbol, onLower }: LineTotalProps) {
  const { charge, total } = row
  const isOff = isTakenOff(row)
  return (
    <span className={cx('ml-auto text-right tabular-nums sm:min-w-[86px]', isOff && 'text-muted line-through')}>
      {charge.kind === 'storage' && !isOff && onLower ? (
        <button
          type="button"
          aria-label={`Bajar ${charge.name}, ${formatMoney(total, symbol)}`}
          className="min-h-(--control) underline decoration-dotted underline-offset-4"
          onClick={onLower}
        >
          {formatMoney(total, symbol)}
        </button>
      ) : (
        formatMoney(total, symbol)
      )}
    </span>
  )
}

type TypedAmountProps = Pick<ChargeListProps, 'currencies' | 'dispatch'> & { name: string; added: AddedCharge }

function TypedAmount({ name, added, currencies, dispatch }: TypedAmountProps) {
  const change = (change: Partial<AddedCharge>) => dispatch({ type: 'chargeChanged', key: added.key, change })
  return (
    <span className="flex">
      <SelectInput
        aria-label={`Moneda de ${name}`}
        className="-mr-px w-[60px] [&>select]:rounded-r-none [&>select]:pr-6 [&>select]:pl-2 [&>select]:text-label [&>svg]:right-1.5"
        value={added.currencyId}
        onChange={(event) => change({ currencyId: event.target.value })}
      >
        {currencies.map(({ id, symbol }) => (
          <option key={id} value={id}>
            {symbol}
          </option>
        ))}
      </SelectInput>
      <span className="w-[84px]">
        <DecimalInput
          aria-label={`Monto de ${name}`}
          data-field={fieldOfCharge(added.key)}
          className="rounded-l-none px-2 text-label"
          max={9_999_999.99}
          decimals={2}
          value={added.amount}
          onChange={(amount) => change({ amount })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') dispatch({ type: 'chargeRemoved', key: added.key })
          }}
        />
      </span>
    </span>
  )
}
