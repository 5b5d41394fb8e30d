import { Printer, Scale, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { DeviceDialog } from '../../devices/device-dialog.tsx'
import { labelSizes, printsAfterSaving, readLabelSize } from '../../devices/printer/label-way.ts'
import { stablePounds } from '../../devices/scale/load.ts'
import { isScaleLost, poundsText, scaleText } from '../../devices/scale/scale-text.ts'
import { useScale } from '../../devices/scale/use-scale.ts'
import { hasPort } from '../../devices/serial-ports.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'

export function DeviceBadges() {
  const [isSetting, setIsSetting] = useState(false)
  const size = labelSizes.find(({ value }) => value === readLabelSize())
  return (
    <>
      {hasPort('scale') && <ScaleBadge />}
      {printsAfterSaving() && (
        <Badge tone="grey" icon={<Printer size={14} aria-hidden="true" />}>
          {`Etiquetas ${size?.label}`}
        </Badge>
      )}
      <IconButton
        label="Balanza e impresora"
        icon={<SlidersHorizontal size={18} aria-hidden="true" />}
        onClick={() => setIsSetting(true)}
      />
      {isSetting && <DeviceDialog onClose={() => setIsSetting(false)} />}
    </>
  )
}

/** Yellow while a person has to do something about it. */
function ScaleBadge() {
  const scale = useScale()
  const pounds = stablePounds(scale)
  return (
    <span title={scaleText(scale)}>
      <Badge tone={isScaleLost(scale) ? 'yellow' : 'grey'} icon={<Scale size={14} aria-hidden="true" />}>
        {pounds === undefined ? 'Balanza' : `Balanza ${poundsText(pounds)}`}
      </Badge>
    </span>
  )
}
