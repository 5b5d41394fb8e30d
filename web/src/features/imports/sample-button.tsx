import { type ImportKind, importNames } from '@casillero/shared/domain/import-fields'
import { useMutation } from '@tanstack/react-query'
import { call, describeError } from '../../lib/api.ts'
import { saveFile } from '../../lib/print-file.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'

export function SampleButton({ kind }: { kind: ImportKind }) {
  const download = useMutation({
    mutationFn: async () =>
      saveFile(
        await call('GET /api/imports/samples/:kind', { params: { kind } }),
        `ejemplo-${importNames[kind].of.toLowerCase()}.xlsx`,
      ),
    onError: (error) => toastError(describeError(error, 'Error al descargar el ejemplo')),
  })
  return (
    <Button variant="link" busy={download.isPending} onClick={() => download.mutate()}>
      Descargar ejemplo
    </Button>
  )
}
