import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../lib/api.ts'
import { toastError, toastSuccess } from '../ui/feedback/toast.tsx'

/** Copies a link that the server reveals only once, so pressing again copies the same one. */
export function useCopiedLink(make: () => Promise<string>, failed: string) {
  const [url, setUrl] = useState<string>()
  const copy = useMutation({
    mutationFn: async () => url ?? (await make()),
    onSuccess: async (made) => {
      setUrl(made)
      try {
        await navigator.clipboard.writeText(made)
        toastSuccess('Enlace copiado')
      } catch {
        toastError('No se pudo copiar; cópielo del campo')
      }
    },
    onError: (error) => toastError(describeError(error, failed)),
  })
  return { copy, url, forget: () => setUrl(undefined) }
}
