import { formatDecimal, isDecimalStart, parseDecimal } from './decimal-text.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

type DecimalInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value: string
  onChange: (text: string) => void
  max: number
  /** How it is written once left; without it the digits stay as they were typed. */
  decimals?: number
}

/** An input of an amount that ignores text which cannot become one with at most two decimals. */
export function DecimalInput({ value, onChange, max, decimals, className, onBlur, ...rest }: DecimalInputProps) {
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      className={`text-right ${className ?? ''}`}
      value={value}
      onFocus={(event) => event.target.select()}
      onChange={(event) => {
        if (isDecimalStart(event.target.value, max)) onChange(event.target.value.trim())
      }}
      onBlur={(event) => {
        const written = rewrite(value, decimals)
        if (written !== value) onChange(written)
        onBlur?.(event)
      }}
    />
  )
}

function rewrite(text: string, decimals: number | undefined): string {
  const amount = parseDecimal(text)
  // `1.234` may be a thousand and more, or one and a little: neither is taken.
  if (amount === null || Number.isNaN(amount) || Number(amount.toFixed(2)) !== amount) return ''
  return decimals === undefined ? String(amount) : formatDecimal(amount, decimals)
}
