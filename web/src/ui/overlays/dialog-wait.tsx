import { Button } from '../controls/button.tsx'
import { Spinner } from '../controls/spinner.tsx'
import { CodeLost } from '../feedback/code-lost.tsx'
import { TopDialog } from './top-dialog.tsx'
import { useLayer } from './use-layer.ts'

type DialogWaitProps = { onClose: () => void; retry?: (() => void) | undefined }

/** Loading counts as open: Back already closes it. */
export function DialogWait({ onClose, retry }: DialogWaitProps) {
  useLayer({ close: onClose })
  if (retry !== undefined) {
    return (
      <TopDialog label="No se pudo mostrar esta pantalla" onCancel={onClose}>
        <CodeLost onRetry={retry} />
        <div className="flex justify-end border-line border-t bg-surface-2 px-4 py-3">
          <Button onClick={onClose}>Cerrar</Button>
        </div>
      </TopDialog>
    )
  }
  return (
    <div role="status" className="fixed inset-0 z-40 grid animate-late place-items-center bg-backdrop text-white">
      <Spinner size={24} />
      <span className="sr-only">Cargando...</span>
    </div>
  )
}
