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
          <Button className="max-md:flex-1" onClick={onCancel}>
            Cancelar
          </Button>
          <Button variant="danger-quiet" className="max-md:flex-1" onClick={onDiscard}>
            Descartar
          </Button>
          <Button
            data-save
            variant="primary"
            className="max-md:order-first max-md:w-full"
            busy={isSaving}
            busyLabel="Guardando..."
            onClick={onSave}
          >
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
