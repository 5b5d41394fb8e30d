import { useEffect, useRef, useState } from 'react'
import { openLayers } from '../../lib/open-layers.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { readAmount } from '../../ui/forms/decimal-text.ts'
import { useScans } from '../../ui/forms/use-scans.ts'

type WeightFieldProps = {
  code: string
  onWeight: (weight: number | undefined) => void
  /** The next code, scanned before a weight was typed; its digits are no weight. */
  onScan: (code: string) => void
}

/** Takes the weight of the package that was just scanned; Enter without one leaves it as it is. */
export function WeightField({ code, onWeight, onScan }: WeightFieldProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  useScans((next) => {
    if (openLayers().length === 0) onScan(next)
  })
  return (
    <form
      className="grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        const weight = readAmount(text)
        onWeight(weight > 0 ? weight : undefined)
      }}
    >
      <span className="break-words text-label text-muted tabular-nums">{code}</span>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <DecimalInput
            ref={field}
            data-scan
            aria-label={`Peso de ${code}`}
            placeholder="Peso al llegar"
            value={text}
            onChange={setText}
            max={9_999.99}
            after="lbs"
          />
        </div>
        <Button type="submit" variant="primary">
          Seguir
        </Button>
      </div>
    </form>
  )
}
