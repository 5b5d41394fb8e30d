import type { Client } from '@casillero/shared/contract/clients'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'

type QuestionProps = { client: Pick<Client, 'id' | 'optOutText'>; question?: string }

/** Asked when the client wrote something like an opt-out. docs/product/messages.md, "Who gets none". */
export function OptOutQuestion({ client: { id, optOutText }, question = '¿Quiere darse de baja?' }: QuestionProps) {
  const mayAnswer = useMay()('clients.write')
  const answer = useMutation({
    mutationFn: (allowed: boolean) => call('PUT /api/client/:id/messages', { params: { id }, body: { allowed } }),
    onSuccess: ({ data }) =>
      toastSuccess(data.messagesAllowed ? 'El cliente sigue recibiendo mensajes' : 'El cliente ya no recibe mensajes'),
    onError: (error) => toastFailure(error, 'Error al actualizar el cliente'),
  })
  if (optOutText === null || !mayAnswer) return null
  return (
    <Note tone="yellow" className="mb-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto min-w-0 break-words">
          <b className="font-semibold">{question}</b> Escribió: {optOutText}
        </p>
        <span className="flex gap-2">
          <Button size="sm" busy={answer.isPending} onClick={() => answer.mutate(false)}>
            Sí<span className="sr-only">, no enviarle más mensajes</span>
          </Button>
          <Button size="sm" busy={answer.isPending} onClick={() => answer.mutate(true)}>
            No<span className="sr-only">, seguir enviándole mensajes</span>
          </Button>
        </span>
      </div>
    </Note>
  )
}
