import { Camera } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Spinner } from '../controls/spinner.tsx'
import { FieldFoot, labelClass } from './field.tsx'
import { PictureInput } from './picture-input.tsx'
import { shrinkPhoto } from './scale-picture.ts'

const refusal = 'La foto debe ser una imagen PNG, JPEG o WebP'

type PhotoBoxProps = {
  label: string
  /** The picked photo, or the server's. */
  url: string | null
  /** Tells who added the photo and when. */
  note?: string
  help?: string
  error?: string | undefined
  /** True while the photo is being sent. */
  isBusy?: boolean
  /** Receives a `data:` URL, or null on removal. Without it, the photo is read-only. */
  onChange?: (photo: string | null) => void
  className?: string
}

function usePhotoPick(onChange: PhotoBoxProps['onChange']) {
  const latest = useRef(0)
  const [isShrinking, setIsShrinking] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  const pick = async (file: File) => {
    latest.current += 1
    const turn = latest.current
    setIsShrinking(true)
    const photo = await shrinkPhoto(file)
    // The last picked photo counts, even if an earlier one finishes shrinking later.
    if (turn !== latest.current) return
    setIsShrinking(false)
    setIsRefused(photo === undefined)
    if (photo !== undefined) onChange?.(photo)
  }
  const remove = () => {
    setIsRefused(false)
    onChange?.(null)
  }
  return { pick, remove, isShrinking, isRefused }
}

function Picture({ url, label }: { url: string; label: string }) {
  const picture = <img src={url} alt={label} className="h-20 w-16 shrink-0 rounded-md bg-surface-3 object-cover" />
  // Browsers do not open a `data:` URL as a page.
  if (url.startsWith('data:')) return picture
  return (
    <a href={url} target="_blank" rel="noreferrer" className="shrink-0 rounded-md">
      {picture}
    </a>
  )
}

/** Shrinks photos on the device. Pressing a stored one opens it in full size. */
export function PhotoBox(props: PhotoBoxProps) {
  const { label, url, note, help, error, isBusy = false, onChange, className } = props
  const id = useId()
  const { pick, remove, isShrinking, isRefused } = usePhotoPick(onChange)
  const fault = isRefused ? refusal : error
  const isWaiting = isBusy || isShrinking

  const picker = (variant: 'secondary' | 'link', text: ReactNode) => (
    <PictureInput
      variant={variant}
      disabled={isWaiting}
      isInvalid={fault !== undefined}
      describedBy={fault === undefined ? `${id}-help` : `${id}-error`}
      onPick={(file) => void pick(file)}
    >
      {text}
    </PictureInput>
  )
  return (
    <fieldset className={className}>
      <legend className={`mb-1 ${labelClass}`}>{label}</legend>
      {url === null ? (
        <div className="flex min-h-10 items-center gap-3">
          {onChange &&
            picker(
              'secondary',
              <>
                <Camera size={16} aria-hidden="true" />
                Tomar o elegir foto
              </>,
            )}
          {isWaiting && <Spinner label="Guardando foto..." />}
        </div>
      ) : (
        <div className="flex items-center gap-3 rounded-lg border border-line p-2">
          <Picture url={url} label={label} />
          <div className="min-w-0 flex-1">
            {note !== undefined && <p className="wrap-anywhere text-help text-muted">{note}</p>}
            {onChange && (
              <div className="-ml-2 flex flex-wrap items-center">
                {picker('link', 'Cambiar')}
                <Button variant="danger-quiet" disabled={isWaiting} onClick={remove}>
                  Quitar
                </Button>
                {isWaiting && <Spinner label="Guardando foto..." />}
              </div>
            )}
          </div>
        </div>
      )}
      <FieldFoot id={id} error={fault} help={help} />
    </fieldset>
  )
}
