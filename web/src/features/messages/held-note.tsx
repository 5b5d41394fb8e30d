import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'

const count = (messages: number): string =>
  messages === 1 ? '1 mensaje' : `${messages.toLocaleString('en-US')} mensajes`

/** They waited in a copy that was restored. */
export function HeldNote({ held }: { held: number }) {
  const release = useMutation({
    mutationFn: (action: 'send' | 'discard') => call('POST /api/messages/held', { body: { action } }),
    onSuccess: ({ data: { messages } }, action) =>
      toastSuccess(action === 'send' ? `${count(messages)} en cola` : `${count(messages)} sin enviar`),
    onError: (error) => toastFailure(error, 'Error al actualizar los mensajes'),
  })
  return (
    <Note tone="yellow">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto">
          <b className="font-semibold">Copia restaurada:</b>{' '}
          {held === 1 ? '1 mensaje quizá ya se envió' : `${count(held)} quizá ya se enviaron`}
        </p>
        <span className="flex gap-2">
          <Button size="sm" busy={release.isPending} onClick={() => release.mutate('send')}>
            Enviar
          </Button>
          <Button size="sm" busy={release.isPending} onClick={() => release.mutate('discard')}>
            Descartar
          </Button>
        </span>
      </div>
    </Note>
  )
}
