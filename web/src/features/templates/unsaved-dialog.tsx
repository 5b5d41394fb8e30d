import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type UnsavedDialogProps = {
  thing: string
  name: string
  /** Resolves to true if it was saved. */
  onSave: () => Promise<boolean>
  onStay: () => void
  onLeave: () => void
}

/** Asks before typed text is lost. */
export function UnsavedDialog({ thing, name, onSave, onStay, onLeave }: UnsavedDialogProps) {
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsSaving(true)
    if (await onSave()) onLeave()
    else onStay()
  }
  return (
    <Dialog
      title="¿Guardar los cambios?"
      size="md"
      shape="card"
      firstFocus="[data-save]"
      isQuestion
      onClose={onStay}
      footer={
        <>
          <Button className="max-md:flex-1" onClick={onStay}>
            Cancelar
          </Button>
          <Button variant="danger-quiet" className="max-md:flex-1" onClick={onLeave}>
            Descartar
          </Button>
          <Button
            data-save
            variant="primary"
            className="max-md:order-first max-md:w-full"
            busy={isSaving}
            busyLabel="Guardando..."
            onClick={() => void save()}
          >
            Guardar
          </Button>
        </>
      }
    >
      <p className="px-5 pt-1 pb-5 text-body">
        {thing} <b className="font-semibold">{name}</b> tiene cambios sin guardar.
      </p>
    </Dialog>
  )
}
