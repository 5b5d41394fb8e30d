import type { Api } from '@casillero/shared/contract/api'
import type { Template } from '@casillero/shared/contract/templates'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, describeError, read } from '../../lib/api.ts'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { templateProblem } from './template-problem.ts'

export const templatesCall = read('GET /api/templates')

const failed = 'Error al guardar la plantilla'

type List = Api['GET /api/templates']['reply']

type Edit = { base: Template; text: string }

/** What was typed stays until it is saved or discarded. */
export function useTemplateEdit(template: Template) {
  const client = useQueryClient()
  const [edit, setEdit] = useState<Edit>()
  const base = edit?.base ?? template
  const text = edit?.text ?? template.content

  const began = (from: Template, typed: string) => (typed === from.content ? undefined : { base: from, text: typed })
  const saving = useMutation({
    mutationFn: (sent: string) =>
      call('PUT /api/templates/:id', {
        params: { id: template.id },
        body: { customContent: sent === base.defaultContent ? null : sent, version: base.version },
      }),
    onSuccess: ({ data: saved }, sent) => {
      client.setQueryData<List>(templatesCall.queryKey, (list) => list && withTemplate(list, saved))
      // If the user typed on during the save, editing continues from the saved text.
      setEdit((now) => (now === undefined || now.text === sent ? undefined : began(saved, now.text)))
      toastSuccess('Plantilla guardada exitosamente')
    },
    onError: (error) => {
      if (isStale(error)) return
      const problem = readRefusal(error)
      if (problem === undefined) toastFailure(error, failed)
      else toastError(problem)
    },
  })
  const reload = async () => {
    try {
      const { data } = await client.fetchQuery({ ...templatesCall, staleTime: 0 })
      const fresh = data.find(({ id }) => id === template.id)
      if (fresh) setEdit((now) => now && began(fresh, now.text))
      saving.reset()
    } catch (error) {
      toastError(describeError(error, 'Error al cargar las plantillas'))
    }
  }

  return {
    text,
    isDirty: edit !== undefined,
    isSaving: saving.isPending,
    /** Another user saved this text meanwhile. */
    conflict: isStale(saving.error) ? describeError(saving.error, failed) : undefined,
    reload: () => void reload(),
    change: (typed: string) => setEdit(began(base, typed)),
    /** Resolves to true if it was saved. A text with a problem is not sent. */
    save: async (): Promise<boolean> => {
      if (saving.isPending || templateProblem(text) !== undefined) return false
      return await saving.mutateAsync(text).then(
        () => true,
        () => false,
      )
    },
  }
}

const withTemplate = (list: List, saved: Template): List => ({
  ...list,
  data: list.data.map((one) => (one.id === saved.id ? saved : one)),
})

const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'stale'

const readRefusal = (error: unknown) => (error instanceof ApiError ? error.fields.customContent : undefined)
