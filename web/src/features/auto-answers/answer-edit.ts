import type { AutoAnswer, AutoAnswers } from '@casillero/shared/contract/auto-answers'
import { type AnswerKey, findAnswerDefault } from '@casillero/shared/domain/auto-answers'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, describeError } from '../../lib/api.ts'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { answersCall, isStale, loadFailed, saveFailed, useSaveAnswers, withAnswer } from './answers-state.ts'

type Typed = { words: readonly string[]; content: string }

type Edit = Typed & { base: Typed; version: number }

const isSame = (one: Typed, other: Typed): boolean =>
  one.content === other.content && one.words.join('\n') === other.words.join('\n')

export const findAnswer = ({ answers }: AutoAnswers, key: AnswerKey): AutoAnswer =>
  answers.find((one) => one.key === key) ?? {
    key,
    isOn: false,
    words: [...findAnswerDefault(key).words],
    content: findAnswerDefault(key).content,
    isCustomized: false,
    answered: 0,
  }

/** What was typed stays until it is saved or discarded. */
export function useAnswerEdit(data: AutoAnswers, key: AnswerKey) {
  const client = useQueryClient()
  const [edit, setEdit] = useState<Edit>()
  const saving = useSaveAnswers()
  const current = findAnswer(data, key)
  const typed: Typed = edit ?? current

  const change = (next: Partial<Typed>) =>
    setEdit((now) => {
      const { base, version } = now ?? { base: current, version: data.version }
      const { words, content } = { ...(now ?? current), ...next }
      return isSame({ words, content }, base) ? undefined : { words, content, base, version }
    })

  const reload = async () => {
    try {
      const fresh = (await client.fetchQuery({ ...answersCall, staleTime: 0 })).data
      setEdit((now) => now && { ...now, base: findAnswer(fresh, key), version: fresh.version })
      saving.reset()
    } catch (error) {
      toastError(describeError(error, loadFailed))
    }
  }

  return {
    words: typed.words,
    content: typed.content,
    isDirty: edit !== undefined,
    isSaving: saving.isPending,
    /** Another user saved this rule meanwhile. */
    conflict: isStale(saving.error) ? describeError(saving.error, saveFailed) : undefined,
    reload: () => void reload(),
    change,
    save: async (): Promise<boolean> => {
      if (saving.isPending) return false
      // A switch that was turned meanwhile counts the version up and leaves this rule as it was.
      const version = edit === undefined || isSame(current, edit.base) ? data.version : edit.version
      const { words, content } = typed
      const answers = withAnswer(data.answers, key, { words: [...words], content })
      try {
        await saving.mutateAsync({ answers, version })
      } catch (error) {
        if (!isStale(error)) tellRefusal(error)
        return false
      }
      // A user who typed on during the save goes on from what was saved.
      setEdit((now) =>
        now === undefined || isSame(now, { words, content }) ? undefined : { ...now, base: { words, content } },
      )
      toastSuccess('Respuesta guardada')
      return true
    },
  }
}

function tellRefusal(error: unknown): void {
  const [problem] = error instanceof ApiError ? Object.values(error.fields) : []
  if (problem === undefined) toastFailure(error, saveFailed)
  else toastError(problem)
}
