import type { PackagePhoto } from '@casillero/shared/contract/package-photos'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, ImageOff, RotateCw, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call, read } from '../../lib/api.ts'
import { saveFile } from '../../lib/print-file.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { InlineEdit } from '../../ui/forms/inline-edit.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import type { NewPhoto } from './use-new-photos.ts'

/** As high for every picture. */
const Frame = ({ children }: { children: ReactNode }) => (
  <div className="grid aspect-3/2 place-items-center overflow-hidden rounded-lg border border-line bg-surface-3">
    {children}
  </div>
)

// The line under a photo is in its picture, so its lower end has to be seen.
const pictureClass = 'size-full min-h-0 object-cover object-bottom'

type PhotoTileProps = {
  packageId: string
  photo: PackagePhoto
  place: number
  mayChange: boolean
  mayRemove: boolean
}

export function PhotoTile({ packageId, photo, place, mayChange, mayRemove }: PhotoTileProps) {
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

/** Says why one was not saved. */
export function NewPhotoTile({ photo: { photo, problem }, onRetry, onDrop }: NewPhotoTileProps) {
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
