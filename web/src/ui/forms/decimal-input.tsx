import { useId, useState } from 'react'
import { amountRefusal, formatDecimal, isAmount, isDecimalStart, parseDecimal } from './decimal-text.ts'
import { FieldFoot } from './field.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

type DecimalInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value: string
  onChange: (text: string) => void
  max: number
  /** Decimals shown after leaving the field. Without it, the digits stay as typed. */
  decimals?: number
}

/** Refuses keys that cannot lead to an amount with two decimals. An invalid text stays after leaving and shows an error. */
export function DecimalInput({ value, onChange, max, decimals, className, onBlur, ...rest }: DecimalInputProps) {
  const id = useId()
  const [isLeft, setIsLeft] = useState(false)
  const isRefused = isLeft && !isAmount(value)
  return (
    <>
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        {...rest}
        {...(isRefused ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {})}
        className={`text-right ${className ?? ''}`}
        value={value}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setIsLeft(false)
          if (isDecimalStart(event.target.value, max)) onChange(event.target.value.trim())
        }}
        onBlur={(event) => {
          setIsLeft(true)
          const written = rewrite(value, decimals)
          if (written !== value) onChange(written)
          onBlur?.(event)
        }}
      />
      {isRefused && <FieldFoot id={id} error={amountRefusal} />}
    </>
  )
}

function rewrite(text: string, decimals: number | undefined): string {
  const amount = parseDecimal(text)
  if (amount === null || !isAmount(text)) return text.trim()
  return decimals === undefined ? String(amount) : formatDecimal(amount, decimals)
}
