import { typedCode } from '@casillero/shared/domain/typed-code'
import { ScanBarcode, Volume2, VolumeX } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { hasSounds, keepSounds } from '../../lib/sounds.ts'
import { cx } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { CameraButton, DeferredCamera } from './camera-button.tsx'
import { controlClass } from './control-class.ts'
import { useScanField } from './use-scan-field.ts'

/** `isScanned`: sent by a scanner or a camera. */
export type SentCode = { code: string; isScanned: boolean }

type CodeFieldProps = {
  label: string
  placeholder: string
  onScan: (sent: SentCode) => void
  children?: ReactNode
}

/** Empties itself after each code and keeps the cursor. */
export function CodeField({ label, placeholder, onScan, children }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isFilming, setIsFilming] = useState(false)
  const isScan = useScanField(field)
  useEffect(() => field.current?.focus(), [])
  const take = (text: string, isScanned: boolean) => {
    if (field.current) field.current.value = ''
    // On a phone, the keyboard would cover the camera's picture.
    if (!isFilming) field.current?.focus()
    const code = typedCode(text)
    if (code !== '') onScan({ code, isScanned })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget
    // Some scanners end with Tab. In an empty field, Tab works as usual.
    const isEnd = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey && value !== '')
    if (!isEnd || event.nativeEvent.isComposing) return
    event.preventDefault()
    take(value, isScan())
  }
  return (
    <div className="grid gap-2.5">
      {isFilming && <DeferredCamera onCode={(code) => take(code, true)} onClose={() => setIsFilming(false)} />}
      <div className="flex flex-wrap items-center gap-2">
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
            onKeyDown={onKeyDown}
            className={cx(controlClass, 'pl-10 [--control:48px] [--type-input:16px]')}
          />
        </div>
        {!isFilming && <CameraButton className="[--icon-btn:44px]" onOpen={() => setIsFilming(true)} />}
        <SoundButton />
        {children}
      </div>
    </div>
  )
}

function SoundButton() {
  const [isLoud, setIsLoud] = useState(hasSounds)
  return (
    <IconButton
      label={isLoud ? 'Quitar el sonido' : 'Poner el sonido'}
      icon={isLoud ? <Volume2 size={18} aria-hidden="true" /> : <VolumeX size={18} aria-hidden="true" />}
      className="[--icon-btn:44px]"
      onClick={() => {
        keepSounds(!isLoud)
        setIsLoud(!isLoud)
      }}
    />
  )
}
