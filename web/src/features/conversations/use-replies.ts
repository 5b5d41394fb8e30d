import type { Api } from '@casillero/shared/contract/api'
import { useQueryClient } from '@tanstack/react-query'
import { call, describeError, newIdempotencyKey } from '../../lib/api.ts'
import { requestThread } from './conversation-calls.ts'
import { dropOutgoing, keepOutgoing, type Outgoing, useNotes } from './device-notes.ts'

type Thread = Api['GET /api/conversations/:id/messages']['reply']

const none: readonly Outgoing[] = []

/** Replies are sent even after another conversation is opened. */
export function useReplies(id: string) {
  const client = useQueryClient()
  const outgoing = useNotes((notes) => notes.outgoing[id]) ?? none
  const post = async ({ problem: _, ...reply }: Outgoing) => {
    keepOutgoing(id, reply)
    try {
      const { data } = await call('POST /api/conversations/:id/messages', {
        params: { id },
        body: { text: reply.text },
        headers: { 'Idempotency-Key': reply.key },
      })
      client.setQueryData<Thread>(
        requestThread(id).queryKey,
        (shown) => shown && { ...shown, data: { ...shown.data, entries: [...shown.data.entries, data] } },
      )
      dropOutgoing(id, reply.key)
      void client.invalidateQueries()
    } catch (error) {
      keepOutgoing(id, { ...reply, problem: describeError(error, 'No se envió') })
    }
  }
  return {
    outgoing,
    send: (text: string) => void post({ key: newIdempotencyKey(), text, at: new Date().toISOString() }),
    retry: (reply: Outgoing) => void post(reply),
    drop: ({ key }: Outgoing) => dropOutgoing(id, key),
  }
}
