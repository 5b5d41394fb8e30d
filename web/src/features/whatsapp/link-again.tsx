import type { WhatsappStatus } from '@casillero/shared/contract/whatsapp'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'

type LinkAgainProps = {
  session: WhatsappStatus | undefined
  onUnlinked: (reply: WhatsappStatus) => void
  onClose: () => void
}

/** Then a new code is there. */
export function LinkAgain({ session, onUnlinked, onClose }: LinkAgainProps) {
  const isConnected = session?.status === 'WORKING'
  return (
    <ConfirmDialog
      title={isConnected ? '¿Vincular otro teléfono?' : '¿Vincular de nuevo?'}
      texts={{
        confirm: isConnected ? 'Desvincular' : 'Vincular de nuevo',
        confirming: isConnected ? 'Desvinculando...' : 'Generando QR...',
        done: 'Teléfono desvinculado; escanee el nuevo código',
        failed: 'Error al desvincular el teléfono',
      }}
      run={async () => onUnlinked(await call('POST /api/companies/waha-logout'))}
      onClose={onClose}
    >
      {session?.sessionInfo ? (
        <>
          Se desvinculará <b className="font-semibold">{session.sessionInfo.name}</b>.
        </>
      ) : (
        'Se desvinculará el teléfono actual.'
      )}{' '}
      Los avisos esperan en la cola hasta que se escanee un código nuevo.
      {!isConnected && ' Si el teléfono todavía muestra «Casillero» en Dispositivos vinculados, quítelo ahí.'}
    </ConfirmDialog>
  )
}
