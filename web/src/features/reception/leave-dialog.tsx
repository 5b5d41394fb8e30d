import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { isUnsettled } from './reception-row.ts'
import { useRows } from './row-store.ts'

/** Before signing out with rows that are not saved: they stay on this device, for this user alone. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const count = useRows(({ rows }) => rows.filter(isUnsettled).length)
  return (
    <Dialog
      title="Hay paquetes sin guardar"
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
        {count === 1 ? '1 paquete espera' : `${count} paquetes esperan`} en este equipo. Si cierra la sesión se quedan
        aquí y se envían cuando usted vuelva a entrar en Recepción.
      </p>
    </Dialog>
  )
}
