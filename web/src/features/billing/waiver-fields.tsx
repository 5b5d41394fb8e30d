import { useState } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { readAmount } from '../../ui/forms/decimal-text.ts'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import type { Waiver } from './invoice-form-state.ts'
import { inRow } from './package-row-parts.tsx'

const reasons = ['Cliente frecuente', 'Promoción', 'Error nuestro', 'No correspondía']
const other = 'Otro'

type WaiverFieldsProps = {
  name: string
  /** Undefined where the charge is taken off. */
  lowered: { total: number; fullTotal: number; symbol: string } | undefined
  onGive: (waiver: Waiver) => void
  onKeep: () => void
}

/** Without a reason or a lower amount it stays. */
export function WaiverFields({ name, lowered, onGive, onKeep }: WaiverFieldsProps) {
  const [choice, setChoice] = useState('')
  const [text, setText] = useState('')
  const [amount, setAmount] = useState(lowered?.total.toFixed(2) ?? '')
  const reason = (choice === other ? text : choice).trim()
  const left = lowered && readAmount(amount)
  const isGiven = reason !== '' && (lowered === undefined || readAmount(amount) < lowered.fullTotal)
  const give = () => (isGiven ? onGive({ reason, amount: left || null }) : onKeep())
  const verb = lowered ? 'baja' : 'quita'
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
      <legend className="sr-only">{`Por qué se ${verb} ${name}`}</legend>
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
      <SelectInput
        autoFocus={lowered === undefined}
        aria-label={`Motivo para ${lowered ? 'bajar' : 'quitar'} ${name}`}
        className="w-[190px] [&>select]:text-label"
        value={choice}
        onChange={(event) => setChoice(event.target.value)}
      >
        <option value="">{`Por qué se ${verb}`}</option>
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
        {isGiven ? (left ? 'Bajar' : 'Quitar') : 'Dejarlo'}
      </Button>
    </fieldset>
  )
}
