import { Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type SecretDialogProps = { title: string; label: string; secret: string; warning: string; onClose: () => void }

/** Shows a secret that cannot be shown again. */
export function SecretDialog({ title, label, secret, warning, onClose }: SecretDialogProps) {
  const [isCopied, setIsCopied] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const close = () => (isCopied ? onClose() : setIsAsking(true))
  return (
    <Dialog
      title={title}
      size="lg"
      firstFocus="[data-copy]"
      holds={() => !isCopied}
      onClose={close}
      footer={<Button onClick={onClose}>Ya lo copié</Button>}
    >
      <div className="grid gap-3 px-5 pt-1 pb-5">
        <Note tone="yellow">{warning}</Note>
        <CopyField label={label} secret={secret} onCopied={() => setIsCopied(true)} />
      </div>
      {isAsking && (
        <LoseDialog
          title={`¿Cerrar sin copiar el ${label.toLowerCase()}?`}
          onStay={() => setIsAsking(false)}
          onLose={onClose}
        />
      )}
    </Dialog>
  )
}

type CopyFieldProps = { label: string; secret: string; onCopied: () => void }

function CopyField({ label, secret, onCopied }: CopyFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      onCopied()
      toastSuccess(`${label} copiado`)
    } catch {
      // Selects the text, for browsers that do not allow copying it.
      input.current?.select()
      toastError('Cópielo con el teclado: está marcado')
    }
  }
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium text-label">
        {label}
      </label>
      <div className="flex gap-2">
        <TextInput
          id={id}
          ref={input}
          readOnly
          value={secret}
          className="font-mono"
          onFocus={(event) => event.target.select()}
          onCopy={onCopied}
        />
        <Button data-copy variant="primary" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
          Copiar
        </Button>
      </div>
    </div>
  )
}

type LoseDialogProps = { title: string; onStay: () => void; onLose: () => void }

function LoseDialog({ title, onStay, onLose }: LoseDialogProps) {
  return (
    <Dialog
      title={title}
      size="sm"
      shape="card"
      firstFocus="[data-stay]"
      isQuestion
      onClose={onStay}
      footer={
        <>
          <Button data-stay onClick={onStay}>
            Volver
          </Button>
          <Button variant="danger" onClick={onLose}>
            Cerrar sin copiar
          </Button>
        </>
      }
    >
      <p className="px-5 pt-1 pb-5 text-body">No se vuelve a mostrar.</p>
    </Dialog>
  )
}
