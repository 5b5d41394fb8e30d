import { Scale, Settings2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DeviceDialog } from '../device-dialog.tsx'
import { hasPort } from '../serial-ports.ts'
import { stablePounds } from './load.ts'
import { isScaleLost, poundsText, scaleText } from './scale-text.ts'
import type { ScaleState } from './use-scale.ts'
import type { WeightSource } from './weighing.ts'

const buttonLook = 'inline-flex min-h-6 items-center gap-1.5 rounded-sm font-medium text-primary-text hover:underline'

/** Offers to connect a scale until this device has one. */
export function ScalePlace({ children }: { children: (onSet: () => void) => ReactNode }) {
  const [isSetting, setIsSetting] = useState(false)
  const set = () => setIsSetting(true)
  return (
    <div className="text-help text-muted">
      {hasPort('scale') ? (
        children(set)
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

export const StableWeight = () => (
  <span className="inline-flex min-h-6 items-center gap-1.5 text-green-text">
    <Scale size={14} aria-hidden="true" />
    Balanza, estable
  </span>
)

type ScaleToolsProps = {
  scale: ScaleState
  pounds: number | null
  source: WeightSource | undefined
  onTake: () => void
  onSet: () => void
}

export function ScaleTools({ scale, pounds, source, onTake, onSet }: ScaleToolsProps) {
  const found = stablePounds(scale)
  const isTaken = source === 'scale'
  return (
    <>
      {found !== undefined && found !== pounds && !isTaken && (
        <button type="button" className={buttonLook} onClick={onTake}>
          <Scale size={14} aria-hidden="true" />
          {`Tomar ${poundsText(found)}`}
        </button>
      )}
      {found === undefined && !isTaken && (
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
    </>
  )
}
