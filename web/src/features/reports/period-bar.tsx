import { Download, Printer } from 'lucide-react'
import { cx } from '../../ui/class-names.ts'
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
  isOfNow: boolean
  isAlone: boolean
  preset: PresetId
  days: Period
  refusal: string | undefined
  isCompared: boolean
  items: readonly MenuItem[]
  onPreset: (id: PresetId) => void
  onDays: (days: Period) => void
  onCompare: (isOn: boolean) => void
}

export function PeriodBar(props: PeriodBarProps) {
  const { items } = props
  return (
    <div className="flex items-start gap-2 print:hidden">
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
        {props.isOfNow ? (
          <span className={cx(lineClass, 'text-label text-muted')}>Al día de hoy</span>
        ) : (
          <Days {...props} />
        )}
      </div>
      <IconButton
        label="Imprimir"
        icon={<Printer size={18} aria-hidden="true" />}
        className="border border-grey-line bg-surface [--icon-btn:var(--control)] max-lg:hidden"
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

function Days({ preset, days, refusal, isAlone, isCompared, onPreset, onDays, onCompare }: PeriodBarProps) {
  return (
    <>
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
        <OwnDays days={days} refusal={refusal} onDays={onDays} />
      ) : (
        <span className={cx(lineClass, 'text-label text-muted')}>{periodText(days)}</span>
      )}
      {/* On a line of its own, because the button beside the period appears only for whole days. */}
      {!isAlone && (
        <div className={preset === 'own' ? 'w-full' : undefined}>
          <Checkbox
            label="Comparar con la anterior"
            checked={isCompared}
            onChange={({ target }) => onCompare(target.checked)}
          />
        </div>
      )}
    </>
  )
}

type OwnDaysProps = Pick<PeriodBarProps, 'days' | 'refusal' | 'onDays'>

/** Shows why both days are refused under the last one. */
function OwnDays({ days, refusal, onDays }: OwnDaysProps) {
  return (
    <div className="flex items-start gap-2 max-sm:w-full [&_label]:sr-only">
      <Field label="Desde" className="w-34 max-lg:w-40 max-sm:flex-1">
        {(control) => <DateInput {...control} value={days.from} onChange={(from) => onDays({ ...days, from })} />}
      </Field>
      <span aria-hidden="true" className={cx(lineClass, 'text-label text-muted')}>
        al
      </span>
      <Field label="Hasta" error={refusal} className="w-34 max-lg:w-40 max-sm:flex-1 lg:[&>p]:w-max">
        {(control) => <DateInput {...control} value={days.to} onChange={(to) => onDays({ ...days, to })} />}
      </Field>
    </div>
  )
}

const lineClass = 'flex min-h-(--control) items-center'
