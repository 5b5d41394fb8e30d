import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { fullName } from '../client-search/client-name.ts'
import type { Desk } from './handover-desk.ts'
import type { HandoverForm, ReceiverKind } from './handover-form.ts'

/** The server's limit in base64 characters. */
const maxLength = 27_000
const width = 720
const ink = '#1c2331'

type SignaturePadProps = { value: string | null; onChange: (signature: string | null) => void; className: string }

/** Returns a smaller picture if the strokes make it too large. */
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

type Place = { x: number; y: number }

function readPlace(board: HTMLCanvasElement, { clientX, clientY }: { clientX: number; clientY: number }): Place {
  const box = board.getBoundingClientRect()
  return {
    x: ((clientX - box.left) * board.width) / box.width,
    y: ((clientY - box.top) * board.height) / box.height,
  }
}

/** Returns where the stroke ends. */
function drawStroke(event: PointerEvent<HTMLCanvasElement>, from: Place): Place {
  const board = event.currentTarget
  const pen = board.getContext('2d')
  if (!pen) return from
  pen.strokeStyle = ink
  pen.lineWidth = 4
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  const steps = event.nativeEvent.getCoalescedEvents?.() ?? []
  let last = from
  for (const step of steps.length > 0 ? steps : [event]) {
    const next = readPlace(board, step)
    pen.beginPath()
    pen.moveTo(last.x, last.y)
    pen.lineTo(next.x, next.y)
    pen.stroke()
    last = next
  }
  return last
}

/** Draws on white in both themes, and restores the current signature. */
function SignaturePad({ value, onChange, className }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  /** The picture that the canvas shows. */
  const shown = useRef<string | null>(null)
  const last = useRef<Place>(undefined)

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

  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (last.current !== undefined) last.current = drawStroke(event, last.current)
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
        // Keeps the focus for the next scan.
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        last.current = readPlace(event.currentTarget, event)
        draw(event)
      }}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}

const grouped = /^(\d{3})(\d{6})(\d{4})([a-z])$/i

/** `001-150892-0012K`. Other documents keep their form. */
export function cedulaText(typed: string): string {
  const bare = typed.replace(/[\s-]/g, '')
  const [, place, birth, number, letter] = grouped.exec(bare) ?? []
  return letter === undefined ? typed : `${place}-${birth}-${number}${letter.toUpperCase()}`
}

const kinds: readonly { value: ReceiverKind; label: string }[] = [
  { value: 'client', label: 'El cliente' },
  { value: 'picker', label: 'Autorizado' },
  { value: 'other', label: 'Otra persona' },
]

type ReceiverCardProps = { desk: Desk; form: HandoverForm; children: ReactNode }

export function ReceiverCard({ desk, form, children }: ReceiverCardProps) {
  const { who } = form
  return (
    <Surface className="p-4">
      <section aria-label="Quién retira" className="grid gap-3" inert={desk.isSaving}>
        <h2 className="font-semibold text-card">Quién retira</h2>
        <Segmented
          label="Quién retira"
          className="[&_label]:px-1.5 [&_label]:whitespace-nowrap [&>legend]:sr-only"
          choices={kinds}
          radio={(value) => ({
            name: 'receiver',
            checked: who === value,
            onChange: () => desk.change({ who: value }),
          })}
        />
        {who === 'picker' ? <PickerFields desk={desk} form={form} /> : <PersonFields desk={desk} form={form} />}
        <SignatureField value={form.signature} onChange={(signature) => desk.change({ signature })} />
      </section>
      <div className="mt-3 grid gap-2">{children}</div>
    </Surface>
  )
}

type PartProps = Pick<ReceiverCardProps, 'desk' | 'form'>

function PersonFields({ desk, form }: PartProps) {
  const { who, cedulas } = form
  const kind = who === 'other' ? 'other' : 'client'
  const setCedula = (text: string) => desk.change({ cedulas: { ...cedulas, [kind]: text } })
  return (
    <>
      <Field label="Nombre" required={kind === 'other'}>
        {(control) => (
          <TextInput
            {...control}
            data-field="receiver-name"
            autoComplete="off"
            maxLength={120}
            readOnly={kind === 'client'}
            value={kind === 'client' ? fullName(form.client) : form.name}
            onChange={(event) => desk.change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Cédula" help="Compárela con el documento.">
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={40}
            placeholder="000-000000-0000A"
            value={cedulas[kind]}
            onChange={(event) => setCedula(event.target.value)}
            onBlur={(event) => setCedula(cedulaText(event.target.value))}
          />
        )}
      </Field>
      {kind === 'other' && (
        <Checkbox
          label="Guardar como autorizado"
          checked={form.isKept}
          onChange={(event) => desk.change({ isKept: event.target.checked })}
        />
      )}
    </>
  )
}

function PickerFields({ desk, form }: PartProps) {
  const { pickers, pickerId } = form
  if (pickers.length === 0)
    return (
      <p className="text-body text-muted">
        El cliente no tiene autorizados. Elija «Otra persona» y guárdela, o agréguela en los datos del cliente.
      </p>
    )
  const cedula = pickers.find(({ id }) => id === pickerId)?.cedula
  return (
    <Field
      label="Autorizado"
      help={cedula ? `Cédula ${cedula}. Compárela con el documento.` : 'Sin cédula registrada.'}
    >
      {(control) => (
        <SelectInput
          {...control}
          data-field="receiver-picker"
          value={pickerId}
          onChange={(event) => desk.change({ pickerId: event.target.value })}
        >
          {pickers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  )
}

type SignatureFieldProps = { value: string | null; onChange: (signature: string | null) => void }

/** A phone opens the signature in its full width. */
function SignatureField({ value, onChange }: SignatureFieldProps) {
  const isRoomy = useMedia('(min-width: 768px)')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between">
        <span className="font-medium text-label">Firma</span>
        {value !== null && (
          <Button variant="link" size="sm" className="-my-1" onClick={() => onChange(null)}>
            Borrar
          </Button>
        )}
      </div>
      {isRoomy ? (
        <SignaturePad value={value} onChange={onChange} className="h-[120px]" />
      ) : (
        <button
          type="button"
          aria-label={value === null ? 'Firmar' : 'Cambiar la firma'}
          onClick={() => setIsOpen(true)}
          className="grid h-[112px] w-full place-items-center overflow-hidden rounded-md border border-control bg-white text-[15px] text-[#22469b]"
        >
          {value === null ? (
            'Tocar para firmar'
          ) : (
            <img src={value} alt="" className="h-[104px] w-full object-contain" />
          )}
        </button>
      )}
      {isRoomy && <p className="text-help text-muted">Opcional. Con el dedo, el mouse o una tableta.</p>}
      {isOpen && <SignatureSheet value={value} onChange={onChange} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function SignatureSheet({ value, onChange, onClose }: SignatureFieldProps & { onClose: () => void }) {
  return (
    <Dialog
      title="Firma"
      size="full"
      onClose={onClose}
      footer={
        <>
          <Button className="max-md:flex-1" disabled={value === null} onClick={() => onChange(null)}>
            Borrar
          </Button>
          <Button variant="primary" className="max-md:flex-1" onClick={onClose}>
            Listo
          </Button>
        </>
      }
    >
      <div className="flex h-full flex-col justify-center px-3 py-3">
        <SignaturePad value={value} onChange={onChange} className="h-[min(60vw,70%)] min-h-40" />
        <p className="mt-2 text-help text-muted">Firme con el dedo dentro del recuadro.</p>
      </div>
    </Dialog>
  )
}
