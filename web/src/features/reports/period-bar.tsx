import { Download, Printer } from 'lucide-react'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { type Period, type PresetId, presets } from './report-period.ts'
import { periodText } from './report-texts.ts'

type PeriodBarProps = {
  preset: PresetId
  days: Period
  isCompared: boolean
  /** What the report offers to take out. */
  items: readonly MenuItem[]
  onPreset: (id: PresetId) => void
  onDays: (days: Period) => void
  onCompare: (isOn: boolean) => void
}

/** Which days, whether they are compared, the printer and the files. */
export function PeriodBar({ preset, days, isCompared, items, onPreset, onDays, onCompare }: PeriodBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      <SelectInput
        aria-label="Período"
        className="w-40 max-sm:w-full"
        value={preset}
        onChange={({ target }) => onPreset(presets.find(({ id }) => id === target.value)?.id ?? 'week')}
      >
        {presets.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectInput>
      {preset === 'own' ? (
        <>
          <Field label="Desde" className="w-36 max-sm:flex-1">
            {(control) => <DateInput {...control} value={days.from} onChange={(from) => onDays({ ...days, from })} />}
          </Field>
          <Field label="Hasta" className="w-36 max-sm:flex-1">
            {(control) => <DateInput {...control} value={days.to} onChange={(to) => onDays({ ...days, to })} />}
          </Field>
        </>
      ) : (
        <span className="text-label text-muted">{periodText(days)}</span>
      )}
      <Checkbox
        label="Comparar con la anterior"
        checked={isCompared}
        onChange={({ target }) => onCompare(target.checked)}
      />
      <IconButton
        label="Imprimir"
        icon={<Printer size={18} aria-hidden="true" />}
        className="ml-auto border border-grey-line bg-surface max-lg:hidden"
        onClick={() => window.print()}
      />
      {items.length > 0 && (
        <Menu
          items={items}
          trigger={(props) => (
            <Button
              {...props}
              variant="primary"
              icon={<Download size={16} aria-hidden="true" />}
              className="max-lg:hidden"
            >
              Exportar
            </Button>
          )}
        />
      )}
    </div>
  )
}
