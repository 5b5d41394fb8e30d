import { typedCode } from '@casillero/shared/domain/typed-code'
import { Flashlight, FlashlightOff, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { openBarcodeReader } from '../../lib/barcode-reader.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Note } from '../feedback/note.tsx'

/** Milliseconds. Bridges a blurred picture. */
const awayMs = 1_500

/**
 * Returns a function that takes a picture's codes and time and returns the codes that came into view. Absence counts from the first picture
 * without the code, because a slow phone takes seconds per picture.
 */
export function watchCodes(): (codes: readonly string[], now: number) => string[] {
  const missedSince = new Map<string, number | undefined>()
  return (codes, now) => {
    const shown = new Set(codes.filter((code) => code !== ''))
    const arrived = [...shown].filter((code) => !missedSince.has(code))
    for (const code of shown) missedSince.set(code, undefined)
    for (const [code, since = now] of missedSince) {
      if (now - since > awayMs) missedSince.delete(code)
      else if (!shown.has(code)) missedSince.set(code, since)
    }
    return arrived
  }
}

type CameraProps = {
  /** Called again for a code only after it left the picture. */
  onCode: (code: string) => void
  onClose: () => void
}

const pauseMs = 120

const sentences: Record<string, string> = {
  NotAllowedError: 'El navegador no permite usar la cámara; permítala en sus ajustes',
  NotFoundError: 'Este dispositivo no tiene cámara',
  NotReadableError: 'Otro programa está usando la cámara',
}
const describeError = (error: unknown): string =>
  (error instanceof Error ? sentences[error.name] : undefined) ?? 'No se pudo usar la cámara'

/** TypeScript's browser types lack it. */
type Torch = { torch?: boolean }
const hasTorch = (track: MediaStreamTrack): boolean => {
  const can: MediaTrackCapabilities & Torch = track.getCapabilities?.() ?? {}
  return can.torch === true
}
const lightUp = (track: MediaStreamTrack, torch: boolean): Promise<void> => {
  const wanted: MediaTrackConstraintSet & Torch = { torch }
  return track.applyConstraints({ advanced: [wanted] })
}

// Inline styles keep this out of the style sheet that every screen loads first.
const looks = {
  box: { background: '#000' },
  picture: { height: '38dvh', minHeight: 160, objectFit: 'cover' },
  frame: { inset: '22% 12%', border: '2px solid #fffc', borderRadius: 8 },
  note: { inset: 'auto 8px 8px' },
} as const

function useCodes(onCode: (code: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const [track, setTrack] = useState<MediaStreamTrack>()
  const give = useEffectEvent((code: string) => {
    navigator.vibrate?.(40)
    onCode(code)
  })

  useEffect(() => {
    const watch = watchCodes()
    let stream: MediaStream | undefined
    let timer = 0
    let isOver = false
    const run = async (): Promise<void> => {
      const opened = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
      })
      stream = opened
      const shown = video.current
      if (isOver || shown === null) return stop()
      shown.srcObject = opened
      const [read] = await Promise.all([openBarcodeReader(), shown.play()])
      setTrack(opened.getVideoTracks()[0])
      const look = async (): Promise<void> => {
        const codes = await read(shown).catch(() => [])
        if (isOver) return
        for (const code of watch(codes.map(typedCode), performance.now())) give(code)
        timer = window.setTimeout(() => void look(), pauseMs)
      }
      await look()
    }
    const stop = () => {
      for (const one of stream?.getTracks() ?? []) one.stop()
    }
    run().catch((error: unknown) => {
      if (!isOver) setProblem(describeError(error))
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [])
  return { video, problem, setProblem, track }
}

/** docs/product/lists-and-forms.md, "Camera". */
export function Camera({ onCode, onClose }: CameraProps) {
  const { video, problem, setProblem, track } = useCodes(onCode)
  const [isLit, setIsLit] = useState(false)

  const toggle = () => {
    if (track === undefined) return
    lightUp(track, !isLit).then(
      () => setIsLit(!isLit),
      () => setProblem('No se pudo encender la luz'),
    )
  }
  return (
    <div className="relative overflow-hidden rounded-md" style={looks.box}>
      {/* Has no sound, and no content for screen readers. */}
      <video ref={video} muted playsInline aria-label="Cámara" className="block w-full" style={looks.picture} />
      <div className="pointer-events-none absolute" style={looks.frame} />
      <div className="absolute top-2 right-2 flex gap-2">
        {track && hasTorch(track) && (
          <IconButton
            label={isLit ? 'Apagar la luz' : 'Encender la luz'}
            icon={isLit ? <FlashlightOff size={20} aria-hidden="true" /> : <Flashlight size={20} aria-hidden="true" />}
            className="bg-surface text-fg [--icon-btn:44px]"
            onClick={toggle}
          />
        )}
        <IconButton
          label="Cerrar la cámara"
          icon={<X size={20} aria-hidden="true" />}
          className="bg-surface text-fg [--icon-btn:44px]"
          onClick={onClose}
        />
      </div>
      {problem !== undefined && (
        <div className="absolute" style={looks.note}>
          <Note tone="red">{problem}</Note>
        </div>
      )}
    </div>
  )
}
