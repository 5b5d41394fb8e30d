import { type ReactNode, type Ref, useId } from 'react'
import { cx } from '../class-names.ts'
import { buttonClass } from '../controls/button.tsx'

type PictureInputProps = {
  children: ReactNode
  /** The id of the error or help text. */
  describedBy: string
  isInvalid: boolean
  onPick: (file: File) => void
  variant?: 'secondary' | 'link'
  /** Opens the camera, if there is one. */
  isCamera?: boolean
  disabled?: boolean
  inputRef?: Ref<HTMLInputElement>
  className?: string
}

/** Phones convert photos in other formats to JPEG. */
export const acceptedPictures = 'image/png,image/jpeg,image/webp'

export function PictureInput(props: PictureInputProps) {
  const {
    children,
    describedBy,
    isInvalid,
    onPick,
    variant = 'secondary',
    isCamera,
    disabled,
    inputRef,
    className,
  } = props
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={buttonClass(
        variant,
        'md',
        cx('has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2', className),
      )}
    >
      <input
        id={id}
        ref={inputRef}
        type="file"
        accept={acceptedPictures}
        {...(isCamera && { capture: 'environment' })}
        disabled={disabled}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onPick(file)
          // Allows picking the same file again after it was corrected.
          event.target.value = ''
        }}
      />
      {children}
    </label>
  )
}
