import type { CashSession } from '@casillero/shared/contract/cash'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import type { Balance } from './cash-texts.ts'
import { ClosureTable } from './closure-table.tsx'
import { OtherMethods } from './other-methods.tsx'

type CompareStepProps = {
  session: CashSession
  balances: readonly Balance[]
  isOff: boolean
  note: string
  noteError: string | undefined
  onNote: (text: string) => void
  isPrinted: boolean
  onPrinted: (isPrinted: boolean) => void
  isSaving: boolean
  onRecount: () => void
  onClose: () => void
}

export function CompareStep(props: CompareStepProps) {
  const { session, balances, isOff, note, noteError, onNote, isPrinted, onPrinted, isSaving, onRecount, onClose } =
    props
  const isAsked = isOff || noteError !== undefined
  const explanation = useRef<HTMLInputElement>(null)
  const closing = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const target = isAsked ? explanation.current : closing.current?.querySelector('button')
    target?.focus()
  }, [isAsked])
  useEffect(() => {
    if (noteError !== undefined) explanation.current?.focus()
  }, [noteError])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onClose()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 @min-[860px]/page:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <ClosureTable balances={balances} />
        {isAsked && (
          <Surface className="p-4">
            <Field label="Explique la diferencia" required error={noteError} help="Queda en el reporte del cierre.">
              {(control) => (
                <TextInput
                  {...control}
                  ref={explanation}
                  autoComplete="off"
                  maxLength={500}
                  value={note}
                  onChange={({ target }) => onNote(target.value)}
                  onKeyDown={onKeyDown}
                />
              )}
            </Field>
          </Surface>
        )}
      </div>
      <div className="grid gap-3">
        <OtherMethods session={session} />
        <Surface className="p-4">
          <Checkbox
            label="Imprimir el reporte al cerrar"
            checked={isPrinted}
            onChange={({ target }) => onPrinted(target.checked)}
          />
          <div ref={closing} className="mt-2">
            <Button
              variant="primary"
              size="lg"
              className="w-full"
              busy={isSaving}
              busyLabel="Cerrando turno..."
              onClick={onClose}
            >
              Cerrar turno
            </Button>
          </div>
          <Button className="mt-2 w-full" onClick={onRecount}>
            Volver a contar
          </Button>
          <p className="mt-3 text-help text-muted">
            Una vez cerrado, ya no se puede abrir. Si vuelve a contar, se guardan los dos conteos.
          </p>
        </Surface>
      </div>
    </div>
  )
}
