import { Button } from '../ui/controls/button.tsx'
import { FormSection } from '../ui/forms/form-section.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { LabelFields } from './printer/label-fields.tsx'
import { ScaleFields } from './scale/scale-fields.tsx'

/** docs/product/devices.md, "Settings". */
export function DeviceDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Balanza e impresora"
      size="lg"
      firstFocus="[data-done]"
      onClose={onClose}
      footer={
        <Button data-done className="max-md:flex-1" onClick={onClose}>
          Listo
        </Button>
      }
    >
      <div className="px-4 md:px-5">
        <FormSection title="Balanza" columns="">
          <ScaleFields />
        </FormSection>
        <FormSection title="Etiquetas" columns="">
          <LabelFields />
        </FormSection>
      </div>
    </Dialog>
  )
}
