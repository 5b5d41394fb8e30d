import { LostRow } from '../../crud/lost-row.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type LostPackageProps = { error: unknown; failed: string; onRetry: () => void; onClose: () => void }

/** In the place of a package that the address names and the server does not give. */
export function LostPackage({ error, failed, onRetry, onClose }: LostPackageProps) {
  return (
    <Dialog title="Paquete" size="md" onClose={onClose}>
      <LostRow error={error} lost="Este paquete no existe o fue eliminado." failed={failed} onRetry={onRetry} />
    </Dialog>
  )
}
