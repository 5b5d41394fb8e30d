import type { Api } from '@casillero/shared/contract/api'
import type { SecondStep } from '@casillero/shared/contract/auth'
import { useRef, useState } from 'react'
import { ApiError, call, describeError } from '../../lib/api.ts'
import { startSession } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { ActivationDialog } from '../second-step/activation-dialog.tsx'

type Confirmed = Api['POST /api/auth/second-step/activation/confirm']['reply']
type ActivateProps = { step: SecondStep; onLeave: (reason?: string) => void }

/** The session begins when the codes of recovery were kept. */
export function ActivateAtSignIn({ step: { ticket, mayDefer }, onLeave }: ActivateProps) {
  const [isOpen, setIsOpen] = useState(!mayDefer)
  const confirmed = useRef<Confirmed>(undefined)
  const leaveAt = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'second_step_ended') onLeave(describeError(error, ''))
    throw error
  }
  const putOff = () =>
    call('POST /api/auth/second-step/later', { body: { ticket } }).then(startSession, (error: unknown) =>
      onLeave(describeError(error, 'No se pudo ingresar')),
    )
  return (
    <div className="grid gap-3">
      <Note tone="yellow">
        {mayDefer
          ? 'Como operador necesita un segundo paso; puede dejarlo hasta siete días.'
          : 'Su empresa exige un segundo paso; actívelo para entrar.'}
      </Note>
      <Button variant="primary" size="lg" onClick={() => setIsOpen(true)}>
        Activar
      </Button>
      {mayDefer && (
        <Button variant="link" size="lg" onClick={() => void putOff()}>
          Más tarde
        </Button>
      )}
      {isOpen && (
        <ActivationDialog
          onLeave={mayDefer ? undefined : () => onLeave()}
          asksPassword={false}
          offer={async () =>
            (await call('POST /api/auth/second-step/activation', { body: { ticket } }).catch(leaveAt)).data
          }
          confirm={async (code) => {
            const path = 'POST /api/auth/second-step/activation/confirm'
            confirmed.current = await call(path, { body: { ticket, code } }).catch(leaveAt)
            return confirmed.current.recoveryCodes
          }}
          onClose={() => {
            if (confirmed.current === undefined) setIsOpen(false)
            else startSession(confirmed.current)
          }}
        />
      )}
    </div>
  )
}
