import type { Conversation, ThreadEntry } from '@casillero/shared/contract/conversations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { requestThread } from './conversation-calls.ts'

/** Tells admins that a rule missed. docs/product/auto-answers.md, "No era eso". */
export function Miss({ entry, conversation: { id } }: { entry: ThreadEntry; conversation: Conversation }) {
  const client = useQueryClient()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () =>
      call('POST /api/conversations/:id/messages/:messageId/miss', { params: { id, messageId: entry.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: requestThread(id).queryKey }),
    onError: (error) => toastFailure(error, 'Error al guardar que no era eso'),
  })
  return (
    <p role="status" className="flex justify-end text-help">
      {entry.isMissed || isSuccess ? (
        <span className="text-muted">Marcada: no era eso</span>
      ) : (
        <Button variant="link" size="sm" className="px-1!" busy={isPending} onClick={() => mutate()}>
          No era eso
        </Button>
      )}
    </p>
  )
}
