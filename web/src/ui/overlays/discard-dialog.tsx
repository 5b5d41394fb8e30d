import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'

export type DiscardTexts = { title: string; text: string; stay: string }

type DiscardDialogProps = { texts?: DiscardTexts; onDiscard: () => void; onStay: () => void }

const typed = { title: '¿Descartar los cambios?', text: 'Lo que escribió no se ha guardado.', stay: 'Seguir editando' }

export function DiscardDialog({ texts = typed, onDiscard, onStay }: DiscardDialogProps) {
  return (
    <Dialog
      title={texts.title}
      size="sm"
      shape="card"
      firstFocus="[data-stay]"
      isQuestion
      onClose={onStay}
      footer={
        <>
          <Button data-stay onClick={onStay}>
            {texts.stay}
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            Descartar
          </Button>
        </>
      }
    >
      <p className="px-5 pt-1 pb-5 text-body">{texts.text}</p>
    </Dialog>
  )
}
