import { ScanBarcode } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { openLayers } from '../../lib/open-layers.ts'
import { cx } from '../../ui/class-names.ts'
import { CameraButton, DeferredCamera } from '../../ui/forms/camera-button.tsx'
import { controlClass } from '../../ui/forms/control-class.ts'
import { SoundButton } from '../../ui/forms/sound-button.tsx'
import { useScans } from '../../ui/forms/use-scans.ts'

type CodeFieldProps = {
  label: string
  placeholder: string
  onScan: (code: string) => void
  children?: ReactNode
}

/** Takes one code after the other, from a scanner, a camera or by hand: the field is empty and keeps the cursor. */
export function CodeField({ label, placeholder, onScan, children }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isFilming, setIsFilming] = useState(false)
  useEffect(() => field.current?.focus(), [])
  const take = (code: string) => {
    if (field.current) field.current.value = ''
    // The keyboard of a phone would cover the picture.
    if (!isFilming) field.current?.focus()
    if (code.trim() !== '') onScan(code.trim())
  }
  useScans((code) => {
    if (openLayers().length === 0) take(code)
  })
  return (
    <div className="grid gap-2.5">
      {isFilming && <DeferredCamera onCode={take} onClose={() => setIsFilming(false)} />}
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          take(field.current?.value ?? '')
        }}
      >
        <div className="relative min-w-44 flex-1">
          <ScanBarcode
            size={18}
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
          />
          <input
            ref={field}
            data-scan
            aria-label={label}
            placeholder={placeholder}
            maxLength={500}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="send"
            className={cx(controlClass, 'pl-10 [--control:48px] [--type-input:16px]')}
          />
        </div>
        {!isFilming && <CameraButton className="[--icon-btn:44px]" onOpen={() => setIsFilming(true)} />}
        <SoundButton />
        {children}
      </form>
    </div>
  )
}
