import { mostPhotos } from '@casillero/shared/contract/package-photos'
import { Camera, X } from 'lucide-react'
import { useId } from 'react'
import { useObjectUrl } from '../../../lib/use-object-url.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { PictureInput } from '../../../ui/forms/picture-input.tsx'
import type { TakenPhoto } from '../rows/take-photos.ts'

type EntryPhotosProps = {
  photos: readonly TakenPhoto[]
  onTake: (file: File) => void
  onDrop: (photo: TakenPhoto) => void
}

export function EntryPhotos({ photos, onTake, onDrop }: EntryPhotosProps) {
  const help = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {photos.length < mostPhotos && (
        <PictureInput isCamera variant="link" describedBy={help} isInvalid={false} onPick={onTake} className="-ml-3.5">
          <Camera size={16} aria-hidden="true" />
          Tomar foto
        </PictureInput>
      )}
      <p id={help} role="status" className="text-help text-muted">
        {photos.length === 0 ? '' : `${photos.length} de ${mostPhotos}; se envían con el paquete`}
      </p>
      {photos.length > 0 && (
        <ul aria-label="Fotos de este paquete" className="flex flex-wrap gap-2">
          {photos.map((photo, index) => (
            <Thumb key={photo.key} photo={photo} place={index + 1} onDrop={() => onDrop(photo)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Thumb({ photo, place, onDrop }: { photo: TakenPhoto; place: number; onDrop: () => void }) {
  const url = useObjectUrl(photo.file)
  return (
    <li className="flex items-center rounded-md border border-line bg-surface-2 pl-1">
      {url !== undefined && <img src={url} alt={`Foto ${place}`} className="h-9 w-12 rounded-sm object-cover" />}
      <IconButton label={`Quitar la foto ${place}`} icon={<X size={16} aria-hidden="true" />} onClick={onDrop} />
    </li>
  )
}
