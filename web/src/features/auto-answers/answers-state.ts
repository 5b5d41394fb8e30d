import type { Api } from '@casillero/shared/contract/api'
import type { AutoAnswer, AutoAnswers } from '@casillero/shared/contract/auto-answers'
import { type AnswerKey, findAnswerDefault } from '@casillero/shared/domain/auto-answers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, describeError, read } from '../../lib/api.ts'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'

export const answersCall = read('GET /api/auto-answers')

export const loadFailed = 'Error al cargar las respuestas'
export const saveFailed = 'Error al guardar la respuesta'

type Reply = Api['GET /api/auto-answers']['reply']
type Body = Api['PUT /api/auto-answers']['body']

/** Returns all rules, with one of them changed. */
export const withAnswer = (
  answers: readonly AutoAnswer[],
  key: AnswerKey,
  change: Partial<Pick<AutoAnswer, 'isOn' | 'words' | 'content'>>,
): Body['answers'] =>
  answers.map(({ key: own, isOn, words, content }) => ({
    ...{ key: own, isOn, words, content },
    ...(own === key ? change : {}),
  }))

/** Returns undefined at either end. The rule for closed hours always stays last. */
export function moveAnswer(answers: readonly AutoAnswer[], key: AnswerKey, by: 1 | -1): AutoAnswer[] | undefined {
  const from = answers.findIndex((one) => one.key === key)
  const [moved, other] = [answers[from], answers[from + by]]
  if (!moved || !other || moved.key === 'closed' || other.key === 'closed') return undefined
  return answers.map((one) => (one.key === key ? other : one.key === other.key ? moved : one))
}

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'stale'

export const findName = (key: AnswerKey): string => findAnswerDefault(key).name

export function useSaveAnswers() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) => call('PUT /api/auto-answers', { body }),
    onSuccess: ({ data }) => client.setQueryData<Reply>(answersCall.queryKey, (now) => now && { ...now, data }),
  })
}

/** If another user saved first, their rules are shown. */
export function useActAtOnce({ version }: AutoAnswers) {
  const client = useQueryClient()
  const saving = useSaveAnswers()
  return {
    isActing: saving.isPending,
    act: async (answers: Body['answers']): Promise<boolean> => {
      if (saving.isPending) return false
      try {
        await saving.mutateAsync({ answers, version })
        return true
      } catch (error) {
        if (isStale(error)) toastError(describeError(error, saveFailed))
        else toastFailure(error, saveFailed)
        await client.invalidateQueries({ queryKey: answersCall.queryKey })
        return false
      }
    },
  }
}
