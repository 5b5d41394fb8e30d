import type { Api } from '@casillero/shared/contract/api'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call, describeError, newIdempotencyKey } from '../../lib/api.ts'
import { toastAction } from '../../ui/feedback/toast-action.tsx'
import { requestThread } from './conversation-calls.ts'
import { dropOutgoing, keepDraft, keepOutgoing, type Outgoing, useNotes } from './device-notes.ts'
import { beingAnswered } from './waiting-walk.ts'

type Thread = Api['GET /api/conversations/:id/messages']['reply']

const none: readonly Outgoing[] = []

/** Replies are sent even after another conversation is opened. */
export function useReplies(id: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const outgoing = useNotes((notes) => notes.outgoing[id]) ?? none
  const lastSeen = useRef<string | null>(null)
  const post = async ({ problem: _, askedReplyId: _asked, ...reply }: Outgoing) => {
    keepOutgoing(id, reply)
    beingAnswered.add(id)
    try {
      const { data } = await call('POST /api/conversations/:id/messages', {
        params: { id },
        body: { text: reply.text, lastSeenReplyId: reply.lastSeenReplyId },
        headers: { 'Idempotency-Key': reply.key },
      })
      client.setQueryData<Thread>(
        requestThread(id).queryKey,
        (shown) => shown && { ...shown, data: { ...shown.data, entries: [...shown.data.entries, data] } },
      )
      dropOutgoing(id, reply.key)
      void client.invalidateQueries().finally(() => beingAnswered.delete(id))
    } catch (error) {
      beingAnswered.delete(id)
      const askedReplyId =
        error instanceof ApiError && error.code === 'answered_meanwhile' ? error.details.replyId : undefined
      keepOutgoing(id, { ...reply, askedReplyId, problem: describeError(error, 'No se envió') })
      // The next one is open already.
      if (!window.location.pathname.endsWith(id)) {
        const run = () => void navigate(`/conversaciones/${id}`)
        toastAction('Una respuesta no se envió', { label: 'Ver', type: 'error', run })
      }
    }
  }
  return {
    outgoing,
    send: (text: string) =>
      void post({
        key: newIdempotencyKey(),
        text,
        at: new Date().toISOString(),
        lastSeenReplyId: lastSeen.current,
      }),
    retry: (reply: Outgoing) => {
      const { askedReplyId } = reply
      if (askedReplyId !== undefined) lastSeen.current = askedReplyId
      void post(askedReplyId === undefined ? reply : { ...reply, lastSeenReplyId: askedReplyId })
    },
    /** What was begun meanwhile stays below it. */
    takeBack: ({ key, text }: Outgoing) => {
      const begun = useNotes.getState().drafts[id] ?? ''
      keepDraft(id, begun === '' ? text : `${text}\n\n${begun}`)
      dropOutgoing(id, key)
    },
    drop: ({ key }: Outgoing) => dropOutgoing(id, key),
  }
}
