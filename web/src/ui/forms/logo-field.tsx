import { ImageUp } from 'lucide-react'
import { useId, useRef } from 'react'
import { type FieldPath, type FieldValues, useController, useFormContext } from 'react-hook-form'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { Button } from '../controls/button.tsx'
import { Logo } from '../display/logo.tsx'
import { FieldFoot } from './field.tsx'
import { PictureInput } from './picture-input.tsx'
import { scalePicture } from './scale-picture.ts'

const refusal = 'El logo debe ser una imagen PNG, JPEG o WebP de hasta 2 MB'

type LogoFieldProps<Draft extends FieldValues> = {
  /** The form field: a picked picture, or null. */
  name: FieldPath<Draft>
  label: string
  company: { name: string; logoUrl: string | null }
  className?: string
}

/** Scales the picture at once and shows it as it will be sent. */
export function LogoField<Draft extends FieldValues>({ name, label, company, className }: LogoFieldProps<Draft>) {
  const id = useId()
  const { setError, clearErrors } = useFormContext<Draft>()
  const { field, fieldState } = useController<Draft>({ name })
  const latest = useRef(0)
  const preview = useObjectUrl(field.value)
  const hasLogo = preview !== undefined || company.logoUrl !== null
  const error = fieldState.error?.message

  const pick = async (file: File) => {
    latest.current += 1
    const turn = latest.current
    const picture = await scalePicture(file)
    // The last picked picture counts, even if an earlier one finishes scaling later.
    if (turn !== latest.current) return
    if (picture === undefined) return setError(name, { type: 'picture', message: refusal })
    clearErrors(name)
    field.onChange(picture)
  }
  return (
    <fieldset className={className}>
      <legend className="mb-1 font-medium text-label">{label}</legend>
      <div className="flex items-center gap-4">
        <Logo name={company.name} url={preview ?? company.logoUrl} className="size-16 rounded-lg text-h1" />
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap gap-2">
            <PictureInput
              inputRef={field.ref}
              isInvalid={error !== undefined}
              describedBy={error === undefined ? `${id}-help` : `${id}-error`}
              onPick={(file) => void pick(file)}
            >
              <ImageUp size={16} aria-hidden="true" />
              {hasLogo ? 'Cambiar logo' : 'Elegir logo'}
            </PictureInput>
            {preview !== undefined && (
              <Button variant="ghost" onClick={() => field.onChange(null)}>
                Deshacer
              </Button>
            )}
          </div>
          <FieldFoot id={id} error={error} help="PNG, JPEG o WebP" />
        </div>
      </div>
    </fieldset>
  )
}
