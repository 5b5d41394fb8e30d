import { mostPhotos } from '@casillero/shared/contract/package-photos'
import { Camera, CircleAlert, Clock } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { acceptedPictures } from '../../../ui/forms/picture-input.tsx'
import { dropPhoto, keepPhoto, usePhotos } from '../device/photo-store.ts'
import type { Row } from '../device/reception-row.ts'
import { sendNow } from '../sending/sending.ts'
import { keepPhotos, takePhoto } from './take-photos.ts'

const useWaiting = (row: Row) => usePhotos(({ photos }) => photos).filter(({ rowKey }) => rowKey === row.key)

/** A package has at most four photos. */
export function PhotoButton({ row, name }: { row: Row; name: string }) {
  const input = useRef<HTMLInputElement>(null)
  const waiting = useWaiting(row)
  if ((row.photoCount ?? 0) + waiting.length >= mostPhotos) return null
  return (
    <>
      <IconButton
        label={`Tomar foto: ${name}`}
        icon={<Camera size={17} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept={acceptedPictures}
        capture="environment"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void keepPhotos(row, [takePhoto(file)])
          target.value = ''
        }}
      />
    </>
  )
}

export function PhotoCount({ row: { photoCount = 0 } }: { row: Row }) {
  if (photoCount === 0) return null
  return (
    <p className="flex items-center gap-1 text-help text-muted">
      <Camera size={13} aria-hidden="true" />
      {photoCount === 1 ? '1 foto' : `${photoCount} fotos`}
    </p>
  )
}

/** Shows the reason for refused photos. */
export function RowPhotos({ row, name }: { row: Row; name: string }) {
  const waiting = useWaiting(row)
  if (waiting.length === 0) return null
  return (
    <ul aria-label={`Fotos sin guardar: ${name}`} className="order-3 col-span-full grid w-full gap-1.5 pt-1">
      {waiting.map((photo) => (
        <li key={photo.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-help">
          <img
            src={photo.photo}
            alt="Foto sin guardar"
            className="h-10 w-14 rounded-sm border border-line object-cover"
          />
          {photo.problem === null ? (
            <p className="flex items-center gap-1.5 text-muted">
              <Clock size={13} aria-hidden="true" />
              Foto en espera
            </p>
          ) : (
            <>
              <p role="alert" className="flex min-w-0 items-center gap-1.5 text-danger-text">
                <CircleAlert size={13} aria-hidden="true" className="shrink-0" />
                {photo.problem}
              </p>
              <Button
                variant="link"
                size="sm"
                onClick={() => {
                  keepPhoto({ ...photo, problem: null })
                  sendNow()
                }}
              >
                Reintentar
              </Button>
              <Button variant="danger-quiet" size="sm" onClick={() => dropPhoto(photo)}>
                Descartar
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
