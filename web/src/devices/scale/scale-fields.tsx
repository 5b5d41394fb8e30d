import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { choosePort, forgetPort, portSpeeds } from '../serial-ports.ts'
import { announceScale, keepScaleSettings, readScaleSettings, type ScaleSettings } from './scale-settings.ts'
import { scaleText } from './scale-text.ts'
import { useScale } from './use-scale.ts'

const ways: readonly { value: ScaleSettings['sends']; label: string }[] = [
  { value: 'always', label: 'Continuo' },
  { value: 'asked', label: 'Cuando se le pide (W)' },
]
const formats: readonly { value: ScaleSettings['format']; label: string }[] = [
  { value: '8N1', label: '8 bits' },
  { value: '7E1', label: '7 bits, paridad par' },
]

/** docs/product/devices.md, "Scale". */
export function ScaleFields() {
  const scale = useScale()
  const [settings, setSettings] = useState(readScaleSettings)
  const change = (part: Partial<ScaleSettings>) => {
    const next = { ...settings, ...part }
    keepScaleSettings(next)
    setSettings(next)
  }
  if (scale.phase === 'unsupported') return <Note tone="yellow">{scaleText(scale)}</Note>
  return (
    <>
      <ScaleLine scale={scale} />
      <Segmented
        label="Envía el peso"
        choices={ways}
        radio={(value) => ({
          name: 'scale-sends',
          checked: value === settings.sends,
          onChange: () => change({ sends: value }),
        })}
      />
      <Field label="Velocidad">
        {(control) => (
          <SelectInput
            {...control}
            value={settings.speed}
            onChange={({ target }) => change({ speed: Number(target.value) })}
          >
            {portSpeeds.map((speed) => (
              <option key={speed} value={speed}>{`${speed} baudios`}</option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Segmented
        label="Formato"
        choices={formats}
        radio={(value) => ({
          name: 'scale-format',
          checked: value === settings.format,
          onChange: () => change({ format: value }),
        })}
      />
    </>
  )
}

function ScaleLine({ scale }: { scale: ReturnType<typeof useScale> }) {
  const isChosen = scale.phase !== 'unchosen'
  const choose = async () => {
    if (await choosePort('scale')) announceScale()
  }
  const forget = () => {
    forgetPort('scale')
    announceScale()
  }
  return (
    <p className="flex flex-wrap items-center gap-2 text-body">
      <span className="min-w-0 grow font-medium tabular-nums">{scaleText(scale)}</span>
      {isChosen && (
        <Button size="sm" onClick={forget}>
          Quitar
        </Button>
      )}
      <Button size="sm" onClick={() => void choose()}>
        {isChosen ? 'Elegir otra' : 'Elegir balanza'}
      </Button>
    </p>
  )
}
