import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type UnsavedDialogProps = {
  name: string
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
  onCancel: () => void
}

/** Asked before what was typed would be lost. */
export function UnsavedDialog({ name, isSaving, onSave, onDiscard, onCancel }: UnsavedDialogProps) {
  return (
    <Dialog
      title="¿Guardar los cambios?"
      size="md"
      shape="card"
      firstFocus="[data-save]"
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>Cancelar</Button>
          <Button variant="danger-quiet" onClick={onDiscard}>
            Descartar
          </Button>
          <Button data-save variant="primary" busy={isSaving} busyLabel="Guardando..." onClick={onSave}>
            Guardar
          </Button>
        </>
      }
    >
      <p className="px-5 pt-1 pb-5 text-body">
        La plantilla <b className="font-semibold">{name}</b> tiene cambios sin guardar.
      </p>
    </Dialog>
  )
}
