import type { AssignedTo, Conversation, ConversationState } from '@casillero/shared/contract/conversations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, read } from '../../lib/api.ts'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'

/** Milliseconds. Polling lets two clerks see each other's answers. */
export const pollMs = 2_000

const pageRows = 50

export const countsCall = read('GET /api/conversations/counts')

export const requestList = (
  state: ConversationState,
  search: string,
  page: number,
  assigned: AssignedTo | undefined = undefined,
) =>
  read('GET /api/conversations', {
    query: { state, search: search || undefined, assigned, page: String(page), limit: String(pageRows) },
  })

export const requestConversation = (id: string) => read('GET /api/conversations/:id', { params: { id } })

export const requestThread = (id: string) => read('GET /api/conversations/:id/messages', { params: { id } })

export const requestAround = (id: string, around: string) =>
  read('GET /api/conversations/:id/messages', { params: { id }, query: { around, limit: '25' } })

export const requestHits = (id: string, search: string) =>
  read('GET /api/conversations/:id/hits', { params: { id }, query: { search } })

/** None for a number without a client. */
export function usePapers({ id, client }: Pick<Conversation, 'id' | 'client'>) {
  const query = useQuery({
    ...read('GET /api/conversations/:id/papers', { params: { id } }),
    enabled: client !== null,
    staleTime: 60_000,
  })
  return client === null ? undefined : query.data?.data
}

/** Undefined while loading, and for a number without a client. */
export function useAccount({ client }: Pick<Conversation, 'client'>) {
  const id = client?.id ?? ''
  const query = useQuery({ ...read('GET /api/clients/:id/account', { params: { id } }), enabled: client !== null })
  return client === null ? undefined : query.data?.data
}

type Change = { attended?: boolean; clientId?: string; assigneeId?: string | null; saved: string }

/** Never overwrites another user's change, but shows it. */
export function useChange(conversation: Conversation) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ attended = !conversation.isWaiting, clientId = conversation.client?.id, assigneeId }: Change) =>
      call('PUT /api/conversations/:id', {
        params: { id: conversation.id },
        body: { attended, clientId: clientId ?? null, assigneeId, version: conversation.version },
      }),
    onSuccess: (_, { saved }) => toastSuccess(saved),
    onError: (error) => {
      toastFailure(error, 'Error al guardar la conversación')
      if (error instanceof ApiError && error.status === 409) void client.invalidateQueries()
    },
  })
}
