import { Printer } from 'lucide-react'
import { LabelFields } from '../../../devices/printer/label-fields.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useLabels } from './use-labels.ts'

type LabelDialogProps = {
  names: readonly string[]
  onClose: () => void
}

/** docs/product/papers.md, "Labels". */
export function LabelDialog({ names, onClose }: LabelDialogProps) {
  const { left, problem, print, isPrinting } = useLabels(names, onClose)
  return (
    <Dialog
      title={left.length === 1 ? 'Imprimir 1 etiqueta' : `Imprimir ${left.length} etiquetas`}
      size="md"
      shape="card"
      firstFocus="[data-print]"
      onClose={onClose}
      footer={
        <>
          {problem !== undefined && (
            <Note tone="red" className="w-full">
              {problem}
            </Note>
          )}
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            data-print
            variant="primary"
            icon={<Printer size={16} aria-hidden="true" />}
            busy={isPrinting}
            busyLabel="Imprimiendo..."
            onClick={print}
          >
            Imprimir
          </Button>
        </>
      }
    >
      <div className="grid gap-4 px-5 pt-1 pb-5">
        <LabelFields />
      </div>
    </Dialog>
  )
}
