import type { Currency } from '@casillero/shared/contract/currencies'
import { maxAmount } from '@casillero/shared/domain/max-amount'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { type ReactNode, useId } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { countedIn, isCoin, listDenominations, otherField, pieceTotal, type Typed } from './counting.ts'

type CountCardProps = { currency: Currency; typed: Typed; onType: (field: string, text: string) => void }

export function CountCard({ currency, typed, onType }: CountCardProps) {
  const { id, code, name, symbol } = currency
  const own = typed[id] ?? {}
  const values = listDenominations(code)
  const other = own[otherField] ?? ''
  return (
    <Surface>
      <section aria-label={`Contar ${name}`}>
        <div className="flex items-baseline justify-between gap-3 px-4 pt-3 pb-1">
          <h2 className="min-w-0 wrap-anywhere font-semibold text-card">{name}</h2>
          {values.length > 0 && <span className="text-help text-muted">Cantidad de piezas</span>}
        </div>
        <div className="px-4 pb-2">
          {values.map((value) => (
            <PieceLine
              key={value}
              currency={currency}
              value={value}
              count={own[value] ?? ''}
              onType={(text) => onType(String(value), text)}
            />
          ))}
          <Line
            label={values.length > 0 ? 'Otros' : 'Monto'}
            note={values.length > 0 ? 'centavos' : undefined}
            total={formatMoney(countedIn({ id, code: '' }, typed), symbol)}
            isEmpty={other === ''}
          >
            {(fieldId) => (
              <DecimalInput
                id={fieldId}
                data-count
                placeholder="0.00"
                max={maxAmount}
                decimals={2}
                value={other}
                onChange={(text) => onType(otherField, text)}
              />
            )}
          </Line>
        </div>
        <p className="flex items-baseline justify-between gap-3 rounded-b-lg border-line border-t bg-surface-2 px-4 py-2.5 font-semibold text-card">
          <span>Contado</span>
          <Amount>{formatMoney(countedIn(currency, typed), symbol)}</Amount>
        </p>
      </section>
    </Surface>
  )
}

type PieceLineProps = { currency: Currency; value: number; count: string; onType: (text: string) => void }

function PieceLine({ currency: { code, symbol }, value, count, onType }: PieceLineProps) {
  return (
    <Line
      label={`${symbol}${value.toLocaleString('en-US')}`}
      note={isCoin(code, value) ? 'moneda' : undefined}
      total={formatMoney(pieceTotal(value, count), symbol)}
      isEmpty={!Number(count)}
    >
      {(fieldId) => (
        <TextInput
          id={fieldId}
          data-count
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          className="text-right"
          value={count}
          onFocus={(event) => event.target.select()}
          onChange={({ target }) => {
            if (/^\d{0,5}$/.test(target.value)) onType(target.value)
          }}
        />
      )}
    </Line>
  )
}

type LineProps = {
  label: string
  note: string | undefined
  total: string
  isEmpty: boolean
  children: (fieldId: string) => ReactNode
}

function Line({ label, note, total, isEmpty, children }: LineProps) {
  const id = useId()
  return (
    <div className="grid min-h-[calc(var(--control)+6px)] grid-cols-[minmax(0,1fr)_76px_minmax(96px,1fr)] items-center gap-3 text-body">
      <label htmlFor={id} className="font-medium tabular-nums">
        {label}
        {note !== undefined && <span className="ml-1.5 font-normal text-help text-muted">{note}</span>}
      </label>
      {children(id)}
      <span className={cx('text-right', isEmpty && 'text-muted')}>
        <Amount>{total}</Amount>
      </span>
    </div>
  )
}
