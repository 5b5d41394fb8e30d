import { useSession } from '../../../lib/session.ts'
import { keepUnsaved, type UnsavedWork } from '../../../lib/unsaved-work.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { closeClients, openClients } from '../device/device-clients.ts'
import { closeExpected, openExpected, refreshExpected } from '../device/device-expected.ts'
import { closePhotos, dropPhotos, openPhotos, placePhotos, usePhotos } from '../device/photo-store.ts'
import { isUnsettled } from '../device/reception-row.ts'
import { closeRows, openRows, useRows } from '../device/row-store.ts'
import { sendNow, watchLink } from './sending.ts'

const work: UnsavedWork = {
  isLostBy: () => false,
  ask: (answers) => <LeaveDialog {...answers} />,
  outlivesPage: true,
}

let running: { owner: string; end: () => void } | undefined

/** Asks before signing out. */
function askWhileWaiting(): () => void {
  let forget: (() => void) | undefined
  const follow = () => {
    const hasWaiting = useRows.getState().rows.some(isUnsettled) || usePhotos.getState().photos.length > 0
    if (hasWaiting) forget ??= keepUnsaved(work)
    else {
      forget?.()
      forget = undefined
    }
  }
  const unsubscribes = [useRows.subscribe(follow), usePhotos.subscribe(follow)]
  follow()
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    forget?.()
  }
}

function ownerNow(): string | undefined {
  const session = useSession.getState()
  return session.phase === 'signedIn' ? `${session.company.id}:${session.user.id}` : undefined
}

/**
 * Reads photos before rows. A row is stored before its photos, so each photo finds its row. Without it, a photo not yet saved is useless.
 */
async function openWork(owner: string): Promise<void> {
  await openPhotos(owner)
  await openRows(owner)
  const saved = new Map(useRows.getState().rows.map((row) => [row.key, row.saved]))
  for (const { rowKey, packageId } of usePhotos.getState().photos) {
    if (packageId !== null) continue
    const known = saved.get(rowKey)
    if (known === undefined) dropPhotos(rowKey)
    else if (known !== null) placePhotos(rowKey, known.package.id)
  }
  sendNow()
}

/** Runs on every screen until the session ends. A further call refreshes the copy of expected purchases. */
export function startReception(): void {
  const owner = ownerNow()
  if (owner === undefined) return
  if (running?.owner === owner) {
    void refreshExpected()
    return
  }
  running?.end()
  const ends = [askWhileWaiting(), watchLink(), useSession.subscribe(follow)]
  running = {
    owner,
    end: () => {
      for (const end of ends) end()
      closeRows()
      closePhotos()
      closeClients()
      closeExpected()
    },
  }
  void openWork(owner)
  void openClients(owner)
  void openExpected(owner)
}

function follow(): void {
  const { phase } = useSession.getState()
  const owner = ownerNow()
  if (owner !== undefined && owner === running?.owner) {
    // The end of the session deleted the copies.
    void openWork(owner)
    void openClients(owner)
    void openExpected(owner)
  } else if (phase === 'anonymous' || owner !== undefined) {
    running?.end()
    running = undefined
  }
}

/** Waiting work stays on this device, for this user only. */
function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
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
