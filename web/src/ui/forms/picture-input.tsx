import { type ReactNode, type Ref, useId } from 'react'
import { cx } from '../class-names.ts'
import { buttonClass } from '../controls/button.tsx'

type PictureInputProps = {
  /** The icon and the words of the button. */
  children: ReactNode
  /** The id of the text that says what is wrong, or what is accepted. */
  describedBy: string
  isInvalid: boolean
  onPick: (file: File) => void
  variant?: 'secondary' | 'link'
  /** Opens the camera at once, where the device has one. */
  isCamera?: boolean
  disabled?: boolean
  inputRef?: Ref<HTMLInputElement>
  className?: string
}

/** The kinds of files that can be picked; a phone makes a JPEG of a photo in a format of its own. */
export const acceptedPictures = 'image/png,image/jpeg,image/webp'

/** A button that picks a picture from the device, or takes one with its camera. */
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
          // The same file can be picked again after it was mended.
          event.target.value = ''
        }}
      />
      {children}
    </label>
  )
}
