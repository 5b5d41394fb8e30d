import { type ReactNode, type Ref, useId } from 'react'
import { cx } from '../class-names.ts'
import { buttonClass } from '../controls/button.tsx'

type PictureInputProps = {
  children: ReactNode
  /** The text that says what is wrong, or what is accepted. */
  describedBy: string
  isInvalid: boolean
  onPick: (file: File) => void
  variant?: 'secondary' | 'link'
  /** Opens the camera where the device has one. */
  isCamera?: boolean
  disabled?: boolean
  inputRef?: Ref<HTMLInputElement>
  className?: string
}

/** A phone makes a JPEG of a format of its own. */
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
          // The same file can be picked again after it was mended.
          event.target.value = ''
        }}
      />
      {children}
    </label>
  )
}
