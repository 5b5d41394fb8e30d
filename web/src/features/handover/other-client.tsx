import type { HandoverDesk } from '@casillero/shared/contract/handovers'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { fullName } from '../client-search/client-name.ts'

type OtherClientProps = { asked: HandoverDesk; onAnswer: (isSwitching: boolean) => void }

/** A label of another client was scanned: what is entered for the one at the counter would be lost. */
export function OtherClientDialog({ asked, onAnswer }: OtherClientProps) {
  const { client, scanned } = asked
  return (
    <Dialog
      title="¿Cambiar de cliente?"
      size="sm"
      shape="card"
      firstFocus="[data-stay]"
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button data-stay onClick={() => onAnswer(false)}>
            Seguir con este cliente
          </Button>
          <Button variant="primary" onClick={() => onAnswer(true)}>
            Cambiar
          </Button>
        </>
      }
    >
      <p className="break-words px-5 pt-1 pb-5 text-body">
        {scanned ? `El paquete #${scanned.companyPackageId} es de ` : 'Se eligió a '}
        <b className="font-semibold">{client && fullName(client)}</b>
        {client && ` (${client.casillero}). Lo que marcó para el cliente de ahora no se guarda.`}
      </p>
    </Dialog>
  )
}
