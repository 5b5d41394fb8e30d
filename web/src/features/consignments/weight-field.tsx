import { typedCode } from '@casillero/shared/domain/typed-code'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { sound } from '../../lib/sounds.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { SentCode } from '../../ui/forms/code-field.tsx'
import { FieldFoot } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useScanField } from '../../ui/forms/use-scan-field.ts'
import { isScannedCode, readWeight } from '../reception/entry-texts.ts'

type WeightFieldProps = {
  code: string
  onWeight: (weight: number | undefined) => void
  /** Its digits are no weight. */
  onScan: (sent: SentCode) => void
}

/** No code has a decimal mark after its first digits. */
const beginsAsWeight = /^\d{1,4}[.,]/

/** Enter without a weight leaves it as it is. */
export function WeightField({ code, onWeight, onScan }: WeightFieldProps) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const isScan = useScanField(field)
  useEffect(() => field.current?.focus(), [])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const text = field.current?.value.trim() ?? ''
    if (text === '') return onWeight(undefined)
    const read = readWeight(text)
    if (read.weight !== null) return onWeight(read.weight)
    if ((isScan() || isScannedCode(text)) && !beginsAsWeight.test(text))
      return onScan({ code: typedCode(text), isScanned: isScan() })
    sound('bad')
    setProblem(read.problem ?? undefined)
    field.current?.select()
  }
  return (
    <form className="grid gap-1.5" onSubmit={submit}>
      <span className="break-words text-label text-muted tabular-nums">{code}</span>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <TextInput
            ref={field}
            aria-label={`Peso de ${code}`}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={problem === undefined ? undefined : `${id}-error`}
            placeholder="Peso al llegar"
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            className="text-right"
            after="lbs"
            onChange={() => setProblem(undefined)}
            onKeyDown={(event) => {
              // The Enter of keys that were kept sends no form.
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              submit()
            }}
          />
        </div>
        <Button type="submit" variant="primary">
          Seguir
        </Button>
      </div>
      {problem !== undefined && <FieldFoot id={id} error={problem} />}
    </form>
  )
}
