import type { ImportLoad } from '@casillero/shared/contract/imports'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { call, describeError } from '../../lib/api.ts'
import { saveFile } from '../../lib/print-file.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'

/** Downloads the faulty rows as they were in the file, with the reasons. */
export function ErrorsButton({ load }: { load: ImportLoad }) {
  const download = useMutation({
    mutationFn: async () => {
      const content = await call('GET /api/imports/:id/errors', { params: { id: load.id } })
      const name = load.fileName.replace(/\.[a-z]+$/i, '')
      saveFile(content, `${name}-errores.${content.type.startsWith('text/csv') ? 'csv' : 'xlsx'}`)
    },
    onError: (error) => toastError(describeError(error, 'Error al descargar los errores')),
  })
  return (
    <Button
      variant="link"
      icon={<Download size={16} aria-hidden="true" />}
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      Descargar errores
    </Button>
  )
}
