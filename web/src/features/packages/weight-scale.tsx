import { Scale, Settings2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { isScaleLost, poundsText, scaleText } from '../../devices/scale/scale-text.ts'
import { stablePounds, useWeighing } from '../../devices/scale/weighing.ts'
import { hasPort } from '../../devices/serial-ports.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { fieldOf } from './field-focus.ts'
import type { PackageFields } from './package-draft.ts'
import type { SourceOfWeight } from './weight-line.tsx'

const DeviceDialog = defer(
  () => import('../../devices/device-dialog.tsx').then((module) => module.DeviceDialog),
  DialogWait,
)

const buttonLook = 'inline-flex min-h-6 items-center gap-1.5 rounded-sm font-medium text-primary-text hover:underline'

/** The scale under the field for the weight of a package. docs/product/devices.md, "Weights". */
export function WeightScale({ source }: { source?: SourceOfWeight | undefined }) {
  const [isSetting, setIsSetting] = useState(false)
  const set = () => setIsSetting(true)
  return (
    <div className="mt-1 text-help text-muted">
      {hasPort('scale') ? (
        <Weighing onSet={set} kept={source} />
      ) : (
        <button type="button" className={buttonLook} onClick={set}>
          <Scale size={14} aria-hidden="true" />
          Conectar balanza
        </button>
      )}
      {isSetting && <DeviceDialog onClose={() => setIsSetting(false)} />}
    </div>
  )
}

function Weighing({ onSet, kept }: { onSet: () => void; kept: SourceOfWeight | undefined }) {
  const { setValue } = useFormContext<PackageFields>()
  const { dirtyFields } = useFormState<PackageFields>({ name: 'weight' })
  const pounds = useWatch<PackageFields, 'weight'>({ name: 'weight' }) ?? null
  const line = useRef<HTMLSpanElement>(null)
  const field = () => fieldOf(line.current, 'weight')
  const { scale, source, take, offer } = useWeighing({
    pounds,
    isWaiting: () => document.activeElement === field(),
    onWeight: (weight) => setValue('weight', weight, { shouldDirty: true, shouldValidate: true }),
  })
  useEffect(() => {
    if (kept) kept.current = source
  }, [kept, source])
  const offerNow = useEffectEvent(offer)
  useEffect(() => {
    const input = fieldOf(line.current, 'weight')
    const onFocus = () => offerNow()
    input?.addEventListener('focus', onFocus)
    return () => input?.removeEventListener('focus', onFocus)
  }, [])
  // What a user types next replaces the weight of the scale.
  const select = useEffectEvent((_pounds: number | null) => {
    if (source === 'scale' && document.activeElement === field()) field()?.select()
  })
  useEffect(() => select(pounds), [pounds])
  const found = stablePounds(scale)
  const isOther = found !== undefined && found !== pounds
  return (
    <span ref={line} className="flex flex-wrap items-center gap-x-2">
      <span role="status">
        {source === 'scale' ? (
          <span className="inline-flex min-h-6 items-center gap-1.5 text-green-text">
            <Scale size={14} aria-hidden="true" />
            Balanza, estable
          </span>
        ) : (
          source === 'typed' && dirtyFields.weight && 'Escrito a mano'
        )}
      </span>
      {isOther && source !== 'scale' && (
        <button
          type="button"
          className={buttonLook}
          onClick={() => {
            take()
            // The button goes, and the focus with it.
            field()?.focus()
          }}
        >
          <Scale size={14} aria-hidden="true" />
          {`Tomar ${poundsText(found)}`}
        </button>
      )}
      {found === undefined && source !== 'scale' && (
        <span className={isScaleLost(scale) ? 'text-yellow-text' : undefined}>{scaleText(scale)}</span>
      )}
      <button
        type="button"
        className={buttonLook}
        aria-label="Ajustar la balanza"
        title="Ajustar la balanza"
        onClick={onSet}
      >
        <Settings2 size={14} aria-hidden="true" />
      </button>
    </span>
  )
}
