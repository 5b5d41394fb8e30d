import { formatMeasures } from '@casillero/shared/domain/price-arithmetic'
import { type LengthUnit, readMeasures } from '@casillero/shared/domain/read-measures'
import type { Measures } from '@casillero/shared/domain/tariff-rules'
import { ArrowRightLeft } from 'lucide-react'
import { useState } from 'react'
import { keepLengthUnit, lengthUnitLabel, readLengthUnit } from './length-unit.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

const toCentimetres = ({ length, width, height }: Measures): Measures => ({
  length: length * 2.54,
  width: width * 2.54,
  height: height * 2.54,
})

/** Formats in the device's unit. */
const formatIn = (measures: Measures | null, unit: LengthUnit): string =>
  measures === null ? '' : formatMeasures(unit === 'in' ? measures : toCentimetres(measures))

type MeasuresInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'after'> & {
  /** Inches. */
  value: Measures | null
  /** Null for an empty field, undefined for an invalid text. */
  onChange: (measures: Measures | null | undefined) => void
}

/** `12x10x8`, `12 10 8`, `12*10*8`, typed or sent by a dimensioner. The button changes the device's unit; stored values are inches. */
export function MeasuresInput({ value, onChange, onBlur, ...rest }: MeasuresInputProps) {
  const [unit, setUnit] = useState(readLengthUnit)
  const [typed, setTyped] = useState<string>()
  const switchUnit = () => {
    const next = unit === 'in' ? 'cm' : 'in'
    keepLengthUnit(next)
    setUnit(next)
    if (value !== null) setTyped(undefined)
  }
  const read = (text: string) => (text.trim() === '' ? null : readMeasures(text, unit))
  return (
    <TextInput
      autoComplete="off"
      inputMode="text"
      spellCheck={false}
      placeholder="12x10x8"
      {...rest}
      value={typed ?? formatIn(value, unit)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(read(event.target.value))
      }}
      onBlur={(event) => {
        if (typed !== undefined && read(typed) !== undefined) setTyped(undefined)
        onBlur?.(event)
      }}
      after={
        <button
          type="button"
          className="-mx-2.5 flex h-full min-w-11 items-center justify-center gap-1 px-2"
          aria-label={unit === 'in' ? 'Pulgadas; cambiar a centímetros' : 'Centímetros; cambiar a pulgadas'}
          onClick={switchUnit}
        >
          {lengthUnitLabel[unit]}
          <ArrowRightLeft size={12} aria-hidden="true" />
        </button>
      }
    />
  )
}
