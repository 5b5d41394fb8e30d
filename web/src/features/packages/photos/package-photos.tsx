import { mostPhotos, type PackagePhoto } from '@casillero/shared/contract/package-photos'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Camera, Download, ImageOff, ImagePlus, Link, RotateCw, Trash2 } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { ConfirmDialog } from '../../../crud/confirm-dialog.tsx'
import { call, read } from '../../../lib/api.ts'
import { saveFile } from '../../../lib/print-file.ts'
import { useMay, useSignedIn } from '../../../lib/session.ts'
import { useObjectUrl } from '../../../lib/use-object-url.ts'
import { cx } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Spinner } from '../../../ui/controls/spinner.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { toastFailure } from '../../../ui/feedback/failure-toast.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toast.tsx'
import { InlineEdit } from '../../../ui/forms/inline-edit.tsx'
import { PictureInput } from '../../../ui/forms/picture-input.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { readPhotos } from './read-photos.ts'
import { type NewPhoto, useNewPhotos } from './use-new-photos.ts'

/** Every picture has the same height. */
const Frame = ({ children }: { children: ReactNode }) => (
  <div className="grid aspect-3/2 place-items-center overflow-hidden rounded-lg border border-line bg-surface-3">
    {children}
  </div>
)

// The text is at the lower end of the photo, which must stay visible.
const pictureClass = 'size-full min-h-0 object-cover object-bottom'

type PhotoTileProps = {
  packageId: string
  photo: PackagePhoto
  place: number
  mayChange: boolean
  mayRemove: boolean
}

function PhotoTile({ packageId, photo, place, mayChange, mayRemove }: PhotoTileProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  const params = { id: packageId, photoId: photo.id }
  const name = `foto ${place}`
  const { caption } = photo
  const download = useMutation({
    mutationFn: () => call('GET /api/packages/:id/photos/:photoId', { params }),
    onSuccess: (content) => saveFile(content, `${name.replace(' ', '-')}.webp`),
    onError: (error) => toastFailure(error, 'Error al descargar la foto'),
  })
  return (
    <li className="min-w-0">
      <Picture params={params} alt={caption ?? `Foto ${place}`} />
      <div className="mt-1 flex min-h-(--icon-btn) items-center gap-1">
        <div className="min-w-0 flex-1 text-label text-muted">
          {mayChange ? (
            <Caption photo={photo} name={name} params={params} />
          ) : (
            <p className="wrap-anywhere">{caption}</p>
          )}
        </div>
        <IconButton
          label={`Descargar la ${name}`}
          icon={<Download size={16} aria-hidden="true" />}
          aria-busy={download.isPending}
          onClick={() => {
            if (!download.isPending) download.mutate()
          }}
        />
        {mayRemove && (
          <IconButton
            label={`Quitar la ${name}`}
            icon={<Trash2 size={16} aria-hidden="true" />}
            onClick={() => setIsRemoving(true)}
          />
        )}
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={`¿Quitar la ${name}?`}
          texts={{
            confirm: 'Quitar',
            confirming: 'Quitando...',
            done: 'Foto quitada',
            failed: 'Error al quitar la foto',
          }}
          run={() => call('DELETE /api/packages/:id/photos/:photoId', { params })}
          onClose={() => setIsRemoving(false)}
        >
          No se puede recuperar, y el cliente deja de verla.
        </ConfirmDialog>
      )}
    </li>
  )
}

type Params = { id: string; photoId: string }

function Picture({ params, alt }: { params: Params; alt: string }) {
  const picture = useQuery({
    ...read('GET /api/packages/:id/photos/:photoId', { params, query: { size: 'small' } }),
    // A picture never changes.
    staleTime: 'static',
  })
  const url = useObjectUrl(picture.data)
  return (
    <Frame>
      {url !== undefined && <img src={url} alt={alt} className={pictureClass} />}
      {picture.isPending && <Spinner label="Cargando la foto..." />}
      {picture.isError && (
        <Button variant="ghost" icon={<ImageOff size={16} aria-hidden="true" />} onClick={() => void picture.refetch()}>
          Reintentar
        </Button>
      )}
    </Frame>
  )
}

type CaptionProps = { photo: PackagePhoto; name: string; params: Params }

function Caption({ photo: { caption, version }, name, params }: CaptionProps) {
  const { mutateAsync } = useMutation({
    mutationFn: (text: string) =>
      call('PUT /api/packages/:id/photos/:photoId', { params, body: { caption: text, version } }),
    onError: (error) => toastFailure(error, 'Error al guardar la nota'),
  })
  const save = async (text: string) => {
    if (text.trim() !== (caption ?? '')) await mutateAsync(text)
  }
  const label = `Nota de la ${name}`
  return (
    <InlineEdit label={label} shown={caption ?? 'Agregar nota'} start={caption ?? ''} save={save}>
      {({ draft, change, busy }) => (
        <TextInput
          aria-label={label}
          value={draft}
          maxLength={120}
          readOnly={busy}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </InlineEdit>
  )
}

type NewPhotoTileProps = { photo: NewPhoto; onRetry: () => void; onDrop: () => void }

/** Shows why a photo was not saved. */
function NewPhotoTile({ photo: { photo, problem }, onRetry, onDrop }: NewPhotoTileProps) {
  return (
    <li className="min-w-0">
      <Frame>
        {photo === undefined ? (
          problem === undefined && <Spinner label="Preparando la foto..." />
        ) : (
          <img src={photo} alt="Foto sin guardar" className={pictureClass} />
        )}
      </Frame>
      {problem === undefined ? (
        <p role="status" className="mt-1 flex min-h-(--icon-btn) items-center gap-2 text-label text-muted">
          {photo !== undefined && <Spinner />}
          Guardando foto...
        </p>
      ) : (
        <div role="alert" className="mt-1">
          <p className="text-danger-text text-label">{problem}</p>
          <div className="-ml-2 flex flex-wrap">
            {photo !== undefined && (
              <Button variant="link" icon={<RotateCw size={16} aria-hidden="true" />} onClick={onRetry}>
                Reintentar
              </Button>
            )}
            <Button variant="danger-quiet" onClick={onDrop}>
              Descartar
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}

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
        {room > 0 && <PhotoInputs describedBy={help} onPick={take} />}
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

type PhotoInputsProps = { describedBy: string; onPick: (file: File) => void }

const PhotoInputs = ({ describedBy, onPick }: PhotoInputsProps) => (
  <>
    <PictureInput
      describedBy={describedBy}
      isInvalid={false}
      onPick={onPick}
      className="max-md:order-last max-md:w-full"
    >
      <ImagePlus size={16} aria-hidden="true" />
      Elegir archivo
    </PictureInput>
    <PictureInput isCamera describedBy={describedBy} isInvalid={false} onPick={onPick} className="max-md:w-full">
      <Camera size={16} aria-hidden="true" />
      Tomar foto
    </PictureInput>
  </>
)

/** Copies a link to a page that asks the client to sign in. */
function copyLink(id: string): void {
  const link = `${location.origin}/mi/paquetes/${id}`
  // The clipboard is missing over plain HTTP.
  void navigator.clipboard?.writeText(link).then(
    () => toastSuccess('Enlace copiado'),
    () => toastError('No se pudo copiar el enlace'),
  )
}

type DropPlaceProps = { room: number; onPick: (file: File) => void }

/** Accepts as many files as still fit. */
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
