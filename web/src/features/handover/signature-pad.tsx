import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'
import { cx } from '../../ui/class-names.ts'

/** The most that the server keeps, as base64. */
const maxLength = 27_000
const width = 720
const ink = '#1c2331'

type SignaturePadProps = { value: string | null; onChange: (signature: string | null) => void; className: string }

/** Smaller where so many strokes would be too large. */
function readPicture(canvas: HTMLCanvasElement): string {
  for (const scale of [1, 0.6, 0.4, 0.25]) {
    const small = document.createElement('canvas')
    small.width = Math.round(canvas.width * scale)
    small.height = Math.round(canvas.height * scale)
    small.getContext('2d')?.drawImage(canvas, 0, 0, small.width, small.height)
    const picture = small.toDataURL('image/png')
    if (picture.length <= maxLength) return picture
  }
  return ''
}

function clear(canvas: HTMLCanvasElement): void {
  canvas.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height)
}

/** On white in both themes; what was drawn before is there again. */
export function SignaturePad({ value, onChange, className }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  /** The picture that the canvas shows. */
  const shown = useRef<string | null>(null)
  const last = useRef<{ x: number; y: number }>(undefined)

  const show = useEffectEvent((next: string | null) => {
    const board = canvas.current
    if (board === null || next === shown.current) return
    shown.current = next
    clear(board)
    if (next === null) return
    const picture = new Image()
    picture.onload = () => {
      if (shown.current === next) board.getContext('2d')?.drawImage(picture, 0, 0, board.width, board.height)
    }
    picture.src = next
  })
  useEffect(() => {
    const board = canvas.current
    if (board === null) return
    board.width = width
    board.height = Math.round((width * board.clientHeight) / Math.max(board.clientWidth, 1))
  }, [])
  useEffect(() => show(value), [value])

  const readPlace = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const board = canvas.current
    const box = board?.getBoundingClientRect()
    if (!board || !box) return { x: 0, y: 0 }
    return {
      x: ((clientX - box.left) * board.width) / box.width,
      y: ((clientY - box.top) * board.height) / box.height,
    }
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = canvas.current?.getContext('2d')
    if (!pen || last.current === undefined) return
    pen.strokeStyle = ink
    pen.lineWidth = 4
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    const steps = event.nativeEvent.getCoalescedEvents?.() ?? []
    for (const step of steps.length > 0 ? steps : [event]) {
      const next = readPlace(step)
      pen.beginPath()
      pen.moveTo(last.current.x, last.current.y)
      pen.lineTo(next.x, next.y)
      pen.stroke()
      last.current = next
    }
  }
  const end = () => {
    if (last.current === undefined || canvas.current === null) return
    last.current = undefined
    const picture = readPicture(canvas.current)
    shown.current = picture || null
    onChange(picture || null)
  }
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={value === null ? 'Espacio para firmar' : 'Firma de quien retira'}
      className={cx('w-full cursor-crosshair touch-none rounded-md border border-control bg-white', className)}
      onPointerDown={(event) => {
        // The focus stays where the next scan goes to.
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        last.current = readPlace(event)
        draw(event)
      }}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}
