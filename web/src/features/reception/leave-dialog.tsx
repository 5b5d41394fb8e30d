import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { usePhotos } from './photo-store.ts'
import { isUnsettled } from './reception-row.ts'
import { useRows } from './row-store.ts'

/** They stay on this device, for this user alone. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const count = useRows(({ rows }) => rows.filter(isUnsettled).length)
  const photos = usePhotos((state) => state.photos.length)
  return (
    <Dialog
      title={count > 0 ? 'Hay paquetes sin guardar' : 'Hay fotos sin guardar'}
      size="sm"
      shape="card"
      firstFocus="[data-stay]"
      isQuestion
      onClose={onStay}
      footer={
        <>
          <Button data-stay onClick={onStay}>
            Quedarme
          </Button>
          <Button variant="danger" onClick={onLeave}>
            Cerrar sesión
          </Button>
        </>
      }
    >
      <p className="px-5 pt-1 pb-5 text-body">
        {describeWaiting(count, photos)} en este equipo. Si cierra la sesión se quedan aquí y se envían cuando usted
        vuelva a entrar en Recepción.
      </p>
    </Dialog>
  )
}

function describeWaiting(packages: number, photos: number): string {
  if (packages === 0) return photos === 1 ? '1 foto espera' : `${photos} fotos esperan`
  const ofPackages = packages === 1 ? '1 paquete' : `${packages} paquetes`
  if (photos === 0) return packages === 1 ? `${ofPackages} espera` : `${ofPackages} esperan`
  return `${ofPackages} y ${photos === 1 ? '1 foto' : `${photos} fotos`} esperan`
}
