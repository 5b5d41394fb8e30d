import { Button } from '../ui/controls/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

type ColumnsDialogProps = {
  headers: readonly string[]
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
  onClose: () => void
}

export function ColumnsDialog({ headers: [, ...headers], hidden, onChange, onClose }: ColumnsDialogProps) {
  const taken = headers.filter((header) => hidden.includes(header))
  const toggle = (header: string) =>
    onChange(taken.includes(header) ? taken.filter((one) => one !== header) : [...taken, header])
  return (
    <Dialog
      title="Columnas"
      size="sm"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Listo
        </Button>
      }
    >
      <fieldset className="grid gap-1 px-5 py-3">
        <legend className="sr-only">Columnas</legend>
        {headers.map((header) => (
          <Checkbox
            key={header}
            checked={!taken.includes(header)}
            onChange={() => toggle(header)}
            label={header}
            className="font-normal"
          />
        ))}
      </fieldset>
    </Dialog>
  )
}
