import { Button } from '../../../ui/controls/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import type { InvoiceForm } from '../form/invoice-form-state.ts'

export type SaveButtonProps = {
  notice: InvoiceForm['notice']
  /** Without a currency nothing can be invoiced. */
  disabled: boolean
  isSaving: boolean
  onSave: () => void
}

const notices = {
  lost: 'No llegó la respuesta del servidor. Puede reintentar: la factura no se creará dos veces.',
  changed: 'Los montos cambiaron; revise el total antes de crear la factura.',
}

/** After a lost answer the button sends the same invoice again. */
export function SaveButton({ notice, disabled, isSaving, onSave }: SaveButtonProps) {
  return (
    <Button
      variant="primary"
      disabled={disabled}
      busy={isSaving}
      busyLabel="Creando Factura..."
      className="min-h-11 w-full font-semibold text-card"
      onClick={onSave}
    >
      {notice === 'lost' ? 'Reintentar' : 'Crear Factura'}
    </Button>
  )
}

export function SaveNotice({ notice }: Pick<SaveButtonProps, 'notice'>) {
  if (notice === 'none') return null
  return (
    <Note tone="yellow">
      <p role={notice === 'lost' ? 'alert' : undefined}>{notices[notice]}</p>
    </Note>
  )
}
