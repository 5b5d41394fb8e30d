import { mostPhotos } from '@casillero/shared/contract/package-photos'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useQuery } from '@tanstack/react-query'
import { Camera, ImagePlus, Link } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { PictureInput } from '../../ui/forms/picture-input.tsx'
import { NewPhotoTile, PhotoTile } from './photo-tile.tsx'
import { readPhotos } from './read-photos.ts'
import { useNewPhotos } from './use-new-photos.ts'

/** docs/product/packages.md, "Fotos". */
export function PackagePhotos({ courierPackage }: { courierPackage: CourierPackage }) {
  const { id, status, client } = courierPackage
  const help = useId()
  const may = useMay()
  const { user } = useSignedIn()
  const query = useQuery(readPhotos(id))
  const { waiting, take, retry, drop } = useNewPhotos(id, query.data?.data)
  if (query.isError && query.data === undefined)
    return <ErrorState title="Error al cargar las fotos" onRetry={() => void query.refetch()} />
  if (query.data === undefined)
    return (
      <p className="grid min-h-40 place-items-center">
        <Spinner label="Cargando las fotos..." />
      </p>
    )
  const { photos, keptDays } = query.data.data
  const mayChange = may('packages.write')
  const mayRemove = mayChange && (status?.isFinalStatus !== true || user.type === 'admin')
  const room = mayChange ? mostPhotos - photos.length - waiting.length : 0
  return (
    <div className="pb-5">
      <div className="mb-3 flex min-h-(--control) flex-wrap items-center gap-2">
        <p id={help} className="mr-auto text-body text-muted">
          {`${photos.length} de ${mostPhotos}.${client === null ? '' : ' El cliente las ve en Mi casillero.'}`}
        </p>
        {room > 0 && (
          <>
            <PictureInput
              describedBy={help}
              isInvalid={false}
              onPick={take}
              className="max-md:order-last max-md:w-full"
            >
              <ImagePlus size={16} aria-hidden="true" />
              Elegir archivo
            </PictureInput>
            <PictureInput isCamera describedBy={help} isInvalid={false} onPick={take} className="max-md:w-full">
              <Camera size={16} aria-hidden="true" />
              Tomar foto
            </PictureInput>
          </>
        )}
      </div>
      <ul className="grid gap-4 md:grid-cols-2">
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            packageId={id}
            photo={photo}
            place={index + 1}
            mayChange={mayChange}
            mayRemove={mayRemove}
          />
        ))}
        {waiting.map((photo) => (
          <NewPhotoTile key={photo.key} photo={photo} onRetry={() => retry(photo)} onDrop={() => drop(photo.key)} />
        ))}
        {room > 0 && <DropPlace room={room} onPick={take} />}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t pt-3">
        <p className="mr-auto text-label text-muted">
          {`Se guardan ${keptDays} días después de la entrega; luego, más pequeñas.`}
        </p>
        {client !== null && photos.length > 0 && (
          <Button variant="link" icon={<Link size={16} aria-hidden="true" />} onClick={() => copyLink(id)}>
            Copiar enlace para el cliente
          </Button>
        )}
      </div>
    </div>
  )
}

/** It asks the client to come in. */
function copyLink(id: string): void {
  const link = `${location.origin}/mi/paquetes/${id}`
  // Missing over plain http.
  void navigator.clipboard?.writeText(link).then(
    () => toastSuccess('Enlace copiado'),
    () => toastError('No se pudo copiar el enlace'),
  )
}

type DropPlaceProps = { room: number; onPick: (file: File) => void }

/** As many files as there is room for. */
function DropPlace({ room, onPick }: DropPlaceProps) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    for (const file of [...event.dataTransfer.files].slice(0, room)) onPick(file)
  }
  return (
    <li
      className={cx(
        'grid aspect-3/2 place-items-center content-center gap-2 rounded-lg border border-dashed text-body text-muted max-md:hidden',
        isOver ? 'border-primary bg-primary-soft' : 'border-control',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Camera size={20} aria-hidden="true" />
      Arrastre una foto aquí
    </li>
  )
}
