import type { Api } from '@casillero/shared/contract/api'
import { longestCaption, type ReadyPaper, type ThreadEntry } from '@casillero/shared/contract/conversations'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call, describeError, newIdempotencyKey } from '../../lib/api.ts'
import { toastAction } from '../../ui/feedback/toast-action.tsx'
import { addFiles, keepSending, listSending } from './chosen-files.ts'
import { requestThread } from './conversation-calls.ts'
import { formatPaper } from './conversation-texts.ts'
import { dropOutgoing, keepDraft, keepOutgoing, type Outgoing, useNotes } from './device-notes.ts'
import { answeredAt } from './waiting-walk.ts'

type Thread = Api['GET /api/conversations/:id/messages']['reply']

const none: readonly Outgoing[] = []
const notSent = 'No se envió'

/** By conversation; what is sent later waits for it. */
const turns = new Map<string, Promise<void>>()

/** The same key saves a reply once, however often it is sent. */
async function sendReply(id: string, { key, text, file, paper, lastSeenReplyId }: Outgoing): Promise<ThreadEntry[]> {
  const keyed = { params: { id }, headers: { 'Idempotency-Key': key } }
  if (paper !== undefined) {
    const body = { paper: paper.paper, sourceId: paper.sourceId, lastSeenReplyId }
    return (await call('POST /api/conversations/:id/papers', { ...keyed, body })).data
  }
  if (file === undefined)
    return [(await call('POST /api/conversations/:id/messages', { ...keyed, body: { text, lastSeenReplyId } })).data]
  const sending = { body: { text, lastSeenReplyId }, files: { file: listSending()[key]?.file } }
  const onSent = (part: number) => keepSending(key, { part })
  return [(await call('POST /api/conversations/:id/files', { ...keyed, ...sending, onSent })).data]
}

function describeFailure(error: unknown): string {
  if (error instanceof ApiError && error.fields.file !== undefined) return error.fields.file
  return describeError(error, notSent)
}

/** Replies are sent even after another conversation is opened. */
export function useReplies(id: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const outgoing = useNotes((notes) => notes.outgoing[id]) ?? none
  const lastSeen = useRef<string | null>(null)
  /** Returns false if the server did not take it. */
  const post = async ({ problem: _, askedReplyId: _asked, ...reply }: Outgoing): Promise<boolean> => {
    keepOutgoing(id, reply)
    answeredAt.set(id, Number.POSITIVE_INFINITY)
    try {
      const sent = await sendReply(id, reply)
      client.setQueryData<Thread>(
        requestThread(id).queryKey,
        (shown) => shown && { ...shown, data: { ...shown.data, entries: [...shown.data.entries, ...sent] } },
      )
      dropOutgoing(id, reply.key)
      keepSending(reply.key, undefined)
      answeredAt.set(id, Date.now())
      void client.invalidateQueries()
      return true
    } catch (error) {
      answeredAt.delete(id)
      const askedReplyId =
        error instanceof ApiError && error.code === 'answered_meanwhile' ? error.details.replyId : undefined
      keepOutgoing(id, { ...reply, askedReplyId, problem: describeFailure(error) })
      keepSending(reply.key, { part: undefined })
      // The next one is open already.
      if (!window.location.pathname.endsWith(id)) {
        const run = () => void navigate(`/conversaciones/${id}`)
        toastAction('Una respuesta no se envió', { label: 'Ver', type: 'error', run })
      }
      return false
    }
  }
  /** One after the other, so that they arrive in order; behind one that failed none leaves. */
  const postAll = async (all: readonly Outgoing[]) => {
    for (const reply of all) keepOutgoing(id, reply)
    const run = async () => {
      let isStopped = false
      for (const reply of all) {
        if (isStopped) keepOutgoing(id, { ...reply, problem: notSent })
        else isStopped = !(await post(reply))
      }
    }
    const turn = (turns.get(id) ?? Promise.resolve()).then(run, run)
    turns.set(id, turn)
    await turn
  }
  const begin = (text: string): Outgoing => ({
    key: newIdempotencyKey(),
    text,
    at: new Date().toISOString(),
    lastSeenReplyId: lastSeen.current,
  })
  return {
    outgoing,
    /** The text is the first file's caption; a longer one leaves before the files. */
    send: (text: string, files: readonly File[]) => {
      const isCaption = files.length > 0 && text.length <= longestCaption
      const replies = files.map((file, index) => ({
        ...begin(isCaption && index === 0 ? text : ''),
        file: { name: file.name, isPicture: file.type !== 'application/pdf' },
      }))
      for (const [index, { key }] of replies.entries()) keepSending(key, { file: files[index], part: 0 })
      void postAll(isCaption ? replies : [begin(text), ...replies])
    },
    sendPaper: (paper: ReadyPaper) => void postAll([{ ...begin(formatPaper(paper)), paper }]),
    retry: (reply: Outgoing) => {
      const { askedReplyId } = reply
      if (askedReplyId !== undefined) lastSeen.current = askedReplyId
      void post(askedReplyId === undefined ? reply : { ...reply, lastSeenReplyId: askedReplyId })
    },
    /** What was begun meanwhile stays below it. */
    takeBack: ({ key, text, file, paper }: Outgoing) => {
      const begun = useNotes.getState().drafts[id] ?? ''
      const kept = listSending()[key]?.file
      if (file !== undefined && kept !== undefined) void addFiles(id, [kept])
      if (paper === undefined && text !== '') keepDraft(id, begun === '' ? text : `${text}\n\n${begun}`)
      dropOutgoing(id, key)
      keepSending(key, undefined)
    },
    drop: ({ key }: Outgoing) => {
      dropOutgoing(id, key)
      keepSending(key, undefined)
    },
  }
}
