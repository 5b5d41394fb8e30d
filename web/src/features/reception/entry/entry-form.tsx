import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
} from 'react'
import { useSearchParams } from 'react-router'
import { isNewLoad, stablePounds, takeLoad } from '../../../devices/scale/load.ts'
import { ScalePlace, ScaleTools } from '../../../devices/scale/scale-line.tsx'
import { type ScaleState, useScale } from '../../../devices/scale/use-scale.ts'
import { mayHaveScale } from '../../../devices/serial-ports.ts'
import { cx } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { controlClass } from '../../../ui/forms/control-class.ts'
import { labelClass } from '../../../ui/forms/field.tsx'
import { lengthUnitLabel, readLengthUnit } from '../../../ui/forms/length-unit.ts'
import { useScanField } from '../../../ui/forms/use-scan-field.ts'
import { ClientChoices, useChoices } from './client-choices.tsx'
import type { Hint, Place } from './entry-fields.ts'
import { readWeight } from './entry-texts.ts'
import type { EntryDesk } from './use-entry.ts'

/** docs/product/devices.md, "Weights". */
const EntryScale = ({ desk }: { desk: EntryDesk }) => (
  <ScalePlace>{(onSet) => <Weighing desk={desk} onSet={onSet} />}</ScalePlace>
)

function Weighing({ desk, onSet }: { desk: EntryDesk; onSet: () => void }) {
  const scale = useScale()
  const { weight } = desk.fields
  const take = () => {
    const pounds = takeLoad(scale)
    if (pounds !== undefined) desk.putWeight(pounds)
  }
  const offer = useEffectEvent((_scale?: ScaleState) => {
    const found = stablePounds(scale)
    if (found === undefined || document.activeElement !== weight.current) return
    const text = desk.read('weight')
    const { source } = desk.now.current
    if (source === 'scale' ? readWeight(text).weight !== found : text === '' && isNewLoad(scale)) take()
  })
  useEffect(() => offer(scale), [scale])
  useEffect(() => {
    const field = weight.current
    const onFocus = () => offer()
    field?.addEventListener('focus', onFocus)
    return () => field?.removeEventListener('focus', onFocus)
  }, [weight])
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <ScaleTools
        scale={scale}
        pounds={null}
        // Only a weight from the scale has this tone.
        source={desk.hints.weight?.tone === 'good' ? 'scale' : undefined}
        onSet={onSet}
        onTake={() => {
          take()
          desk.focus('weight')
        }}
      />
    </span>
  )
}

const name = 'codigo'

/** Runs once for `/recepcion?codigo=<code>`. */
function useAskedCode(take: (code: string) => void): void {
  const [params, setParams] = useSearchParams()
  const code = params.get(name)
  const onCode = useEffectEvent(take)
  const forget = useEffectEvent(() => setParams({}, { replace: true }))
  useEffect(() => {
    if (code === null) return
    onCode(code.slice(0, 120))
    forget()
  }, [code])
}

type EntryFormProps = {
  desk: EntryDesk
  clientFirst: boolean
  countRows: (clientId: string) => number
  /** Tells the age of the stored copy. */
  clientHelp: string
  camera: ReactNode
  asksMeasures: boolean
}

/** How the keys of each field are handled. */
function useInputs(desk: EntryDesk, asksMeasures: boolean) {
  const choices = useChoices(desk.choose)
  const onKeyDown = (place: Place) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') return choices.isOpen ? choices.close() : desk.clear()
    if (place === 'client' && choices.onKey(event)) return
    // Some scanners end with Tab. In an empty field, Tab works as usual.
    const isTab =
      event.key === 'Tab' &&
      !event.shiftKey &&
      place !== (asksMeasures ? 'measures' : 'weight') &&
      event.currentTarget.value !== ''
    if (event.key !== 'Enter' && !isTab) return
    event.preventDefault()
    const { value } = event.currentTarget
    choices.close()
    if (desk.take(place) === 'several') choices.list(value)
  }
  const buildInput = (place: Place) => ({
    ref: desk.fields[place],
    autoComplete: 'off',
    spellCheck: false,
    onKeyDown: onKeyDown(place),
    onFocus: () => desk.noteFocus(place),
    onInput: (event: FormEvent<HTMLInputElement>) => {
      desk.noteTyping(place)
      if (place === 'client') choices.type(event.currentTarget.value)
    },
  })
  return { choices, buildInput }
}

export function EntryForm(props: EntryFormProps) {
  const { desk, clientFirst, asksMeasures } = props
  const inputs = useInputs(desk, asksMeasures)
  useScanField(desk.here, { focus: desk.focusPlace })
  const begin = useEffectEvent(desk.focusFirst)
  useEffect(() => begin(), [])
  useAskedCode(desk.takeTracking)
  const tracking = <TrackingPart key="tracking" {...props} {...inputs} />
  const client = <ClientPart key="client" {...props} {...inputs} />
  return (
    <div className="reception-entry" data-measures={asksMeasures || undefined}>
      {clientFirst ? [client, tracking] : [tracking, client]}
      <Part label="3 · Peso" hint={desk.hints.weight} beside={mayHaveScale() && <EntryScale desk={desk} />}>
        {(control) => (
          <InputWithUnit
            {...control}
            {...inputs.buildInput('weight')}
            unit="lbs"
            inputMode="decimal"
            placeholder="0.00"
            enterKeyHint={asksMeasures ? 'next' : 'done'}
            className="text-right"
          />
        )}
      </Part>
      {asksMeasures && (
        <div data-part="measures" className="min-w-0">
          <Part label="4 · Medidas" hint={desk.hints.measures}>
            {(control) => (
              <InputWithUnit
                {...control}
                {...inputs.buildInput('measures')}
                unit={lengthUnitLabel[readLengthUnit()]}
                placeholder="12x10x8"
                enterKeyHint="done"
              />
            )}
          </Part>
        </div>
      )}
      <div data-part="save" className="flex flex-col gap-1 max-md:hidden">
        <span className="invisible max-lg:hidden text-label">Enter</span>
        <Button variant="primary" onClick={() => desk.take(asksMeasures ? 'measures' : 'weight')}>
          Guardar
        </Button>
      </div>
    </div>
  )
}

type EntryPartProps = EntryFormProps & ReturnType<typeof useInputs>

function TrackingPart({ desk, clientFirst, asksMeasures, camera, buildInput }: EntryPartProps) {
  return (
    <Part
      label={`${clientFirst ? 2 : 1} · Tracking`}
      hint={desk.hints.tracking ?? plain('Escanee el siguiente paquete')}
      // A long number needs the space of the button.
      atLabel={
        asksMeasures && <span className="-my-1 [--icon-btn:28px] pointer-coarse:[--icon-btn:44px]">{camera}</span>
      }
    >
      {(control) => (
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <input
              {...control}
              {...buildInput('tracking')}
              autoCapitalize="characters"
              placeholder="Escanee"
              maxLength={500}
              enterKeyHint="next"
              className={cx(controlClass, 'reception-tracking tabular-nums')}
            />
          </div>
          {!asksMeasures && camera}
        </div>
      )}
    </Part>
  )
}

function ClientPart({ desk, clientFirst, countRows, clientHelp, choices, buildInput }: EntryPartProps) {
  const list = useId()
  const { owner, isUnowned } = desk.shown
  return (
    <Part
      label={`${clientFirst ? 1 : 2} · ${isUnowned ? 'Nombre en la etiqueta' : 'Casillero o nombre'}`}
      hint={owner === null ? (desk.hints.client ?? plain(isUnowned ? 'Se recibe sin dueño' : clientHelp)) : undefined}
      foot={
        owner && (
          <>
            <Tag>{owner.casillero}</Tag>
            <span>{sittingText(countRows(owner.id))}</span>
          </>
        )
      }
    >
      {(control) => (
        <div className="relative">
          {/* Both fields stay mounted, so that typed text is kept while the other is shown. */}
          <input
            {...control}
            {...buildInput('client')}
            {...(isUnowned ? { hidden: true, id: `${control.id}-client` } : {})}
            role="combobox"
            aria-expanded={choices.isOpen}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={choices.activeId(list)}
            placeholder="Casillero o nombre"
            maxLength={500}
            enterKeyHint="next"
            onBlur={choices.close}
            className={cx(controlClass, owner !== null && 'font-semibold', isUnowned && 'hidden')}
          />
          <input
            {...control}
            {...buildInput('name')}
            {...(isUnowned ? {} : { hidden: true, id: `${control.id}-name` })}
            placeholder="Como está escrito"
            maxLength={120}
            enterKeyHint="next"
            className={cx(controlClass, !isUnowned && 'hidden')}
          />
          <ClientChoices id={list} choices={choices} />
        </div>
      )}
    </Part>
  )
}

const InputWithUnit = ({ unit, className, ...input }: ComponentProps<'input'> & { unit: string }) => (
  <div className="flex">
    <input
      {...input}
      maxLength={500}
      className={cx(controlClass, 'rounded-r-none font-semibold tabular-nums', className)}
    />
    <span className="grid shrink-0 place-items-center rounded-r-md border border-control border-l-0 bg-surface-2 px-2.5 text-label text-muted">
      {unit}
    </span>
  </div>
)

const plain = (text: string): Hint => ({ tone: 'plain', text })
const sittingText = (count: number): string =>
  count === 0 ? 'El primero de esta tanda' : count === 1 ? '1 paquete en esta tanda' : `${count} paquetes en esta tanda`

const looks: Record<Hint['tone'], string> = {
  plain: 'text-muted',
  good: 'text-green-text',
  again: 'rounded-md bg-yellow-soft py-1 pl-2 font-semibold text-body text-yellow-text',
  bad: 'font-medium text-danger-text',
}

type PartProps = {
  label: string
  hint: Hint | undefined
  foot?: ReactNode
  beside?: ReactNode
  /** Shown at the end of the label's line. */
  atLabel?: ReactNode
  children: (control: { id: string; 'aria-describedby': string; 'aria-invalid': true | undefined }) => ReactNode
}

/** The line below the field keeps its height when empty. */
function Part({ label, hint, foot, beside, atLabel, children }: PartProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-h-5 items-center justify-between">
        <label htmlFor={id} className={labelClass}>
          {label}
        </label>
        {atLabel}
      </div>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': hint?.tone === 'bad' || undefined })}
      <div className="flex min-h-6 flex-wrap items-center">
        <p
          id={`${id}-hint`}
          role="status"
          className={cx(
            'flex flex-wrap items-center gap-2 not-empty:pr-2',
            hint?.tone !== 'again' && 'text-help',
            looks[hint?.tone ?? 'plain'],
          )}
        >
          {foot || hint?.text}
        </p>
        {beside}
      </div>
    </div>
  )
}
