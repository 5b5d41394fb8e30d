import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'

type DiscardDialogProps = { onDiscard: () => void; onStay: () => void }

export function DiscardDialog({ onDiscard, onStay }: DiscardDialogProps) {
  return (
    <Dialog
      title="¿Descartar los cambios?"
      size="sm"
      shape="card"
      firstFocus="[data-stay]"
      isQuestion
      onClose={onStay}
      footer={
        <>
          <Button data-stay onClick={onStay}>
            Seguir editando
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            Descartar
          </Button>
        </>
      }
    >
      <p className="px-5 pt-1 pb-5 text-body">Lo que escribió no se ha guardado.</p>
    </Dialog>
  )
}
