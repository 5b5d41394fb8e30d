import type { Tariff } from '@casillero/shared/contract/tariffs'
import { explainPrice, joinSteps } from '@casillero/shared/domain/price-arithmetic'
import { type PriceUnit, priceSuffixes, unitNouns } from '@casillero/shared/domain/price-units'
import {
  type Measures,
  needsMeasures,
  type PriceRules,
  plainRules,
  readRules,
  tidyRules,
} from '@casillero/shared/domain/tariff-rules'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { cx } from '../../ui/class-names.ts'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { readAmount } from '../../ui/forms/decimal-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { MeasuresInput } from '../../ui/forms/measures-input.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { type RuleFields, TariffTiers } from './tariff-tiers.tsx'

const Fields = createFields<RuleFields>()

const unitChoices = [
  { value: 'pound', label: 'Libra' },
  { value: 'cubic_foot', label: 'Pie cúbico' },
  { value: 'piece', label: 'Pieza' },
] as const

const ruleNames = ['unit', 'minimumPounds', 'roundUpTo', 'roundingGrace', 'volumetricDivisor', 'tiers'] as const

/** Treats an incomplete number as missing. */
function useRules(): PriceRules {
  const [unit, minimumPounds, roundUpTo, roundingGrace, volumetricDivisor, tiers] = useWatch<
    RuleFields,
    typeof ruleNames
  >({
    name: ruleNames,
  })
  const known = (value: number | null | undefined) => (Number.isFinite(value) ? (value ?? null) : null)
  const rules = readRules({
    unit: unit ?? 'pound',
    minimumPounds: known(minimumPounds),
    roundUpTo: known(roundUpTo),
    roundingGrace: known(roundingGrace),
    volumetricDivisor: known(volumetricDivisor),
    tiers: (tiers ?? []).filter(({ from, price }) => Number.isFinite(from) && Number.isFinite(price) && from > 0),
  })
  return rules ?? plainRules
}

/** `mínimo, redondeo, volumen y 3 tramos`. */
function describeRules({ unit, minimumPounds, roundUpTo, volumetricDivisor, tiers }: PriceRules): string {
  const parts = [
    ...(unit === 'pound' ? [] : [`por ${unitNouns[unit]}`]),
    ...(minimumPounds === null ? [] : ['mínimo']),
    ...(roundUpTo === null ? [] : ['redondeo']),
    ...(volumetricDivisor === null ? [] : ['volumen']),
    ...(tiers.length === 0 ? [] : [`${tiers.length + 1} tramos`]),
  ]
  return new Intl.ListFormat('es').format(parts)
}

/** False for plain weight × price per pound. */
export const hasRules = (tariff: Tariff | undefined): boolean => tariff !== undefined && tidyRules(tariff) !== null

export const rulesOfForm = (tariff: Tariff | undefined): PriceRules => {
  const { unit, minimumPounds, roundUpTo, roundingGrace, volumetricDivisor, tiers } = tariff ?? plainRules
  return { unit, minimumPounds, roundUpTo, roundingGrace, volumetricDivisor, tiers }
}

export function PriceField({ className }: { className: string }) {
  const unit = useWatch<RuleFields, 'unit'>({ name: 'unit' }) ?? 'pound'
  return (
    <Fields.Decimal
      name="pricePerPound"
      label={`Precio por ${unitNouns[unit]}`}
      required
      before="US$"
      after={priceSuffixes[unit].trim()}
      className={className}
    />
  )
}

/** Collapsed while only the weight counts. */
export function TariffRules({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const id = useId()
  const rules = useRules()
  const { unit } = rules
  return (
    <section className="-mx-5 col-span-2 border-line border-y bg-surface-2 px-5">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-11 w-full items-center gap-2.5 text-left"
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="font-semibold text-body">Reglas de cobro</span>
          <span className="min-w-0 flex-1 truncate text-help text-muted">{describeRules(rules)}</span>
          <ChevronDown size={16} aria-hidden="true" className={cx('shrink-0', isOpen && 'rotate-180')} />
        </button>
      </h3>
      {isOpen && (
        <div id={id} className="grid grid-cols-2 gap-x-4 gap-y-3 pb-4 sm:grid-cols-6">
          <Fields.Segmented name="unit" label="Se cobra por" choices={unitChoices} className="col-span-full" />
          {unit === 'pound' && (
            <Fields.Decimal name="minimumPounds" label="Mínimo" after="lbs" className="sm:col-span-2" />
          )}
          {unit !== 'piece' && <Rounding unit={unit} />}
          {unit === 'pound' && <Volume />}
          {unit !== 'piece' && <TariffTiers unit={unit} rules={rules} />}
          <TariffTrial rules={rules} />
        </div>
      )}
    </section>
  )
}

const stepChoices = [0.1, 0.25, 0.5] as const

function Rounding({ unit }: { unit: PriceUnit }) {
  const { field, fieldState } = useController<RuleFields, 'roundUpTo'>({ name: 'roundUpTo' })
  return (
    <>
      <Field label="Redondeo hacia arriba" error={fieldState.error?.message} className="sm:col-span-2">
        {(control) => (
          <SelectInput
            {...control}
            ref={field.ref}
            value={field.value ?? ''}
            onBlur={field.onBlur}
            onChange={({ target }) => field.onChange(target.value === '' ? null : Number(target.value))}
          >
            <option value="">Sin redondeo</option>
            {stepChoices.map((step) => (
              <option key={step} value={step}>{`A ${step.toFixed(2)}`}</option>
            ))}
            <option value={1}>{unit === 'pound' ? 'A la libra' : 'Al pie cúbico'}</option>
          </SelectInput>
        )}
      </Field>
      {field.value != null && (
        <Fields.Decimal
          name="roundingGrace"
          label="Se perdona hasta"
          after={unit === 'pound' ? 'lbs' : 'pie³'}
          className="sm:col-span-2"
        />
      )}
    </>
  )
}

const usualDivisors = [139, 166, 194]

function Volume() {
  const { field } = useController<RuleFields, 'volumetricDivisor'>({ name: 'volumetricDivisor' })
  const divisor = field.value ?? null
  const [isOther, setIsOther] = useState(divisor !== null && !usualDivisors.includes(divisor))
  const choose = (value: string) => {
    setIsOther(value === 'other')
    field.onChange(value === '' || value === 'other' ? null : Number(value))
  }
  return (
    <>
      <Field label="Peso por volumen" className="col-span-full sm:col-span-3">
        {(control) => (
          <SelectInput
            {...control}
            value={isOther ? 'other' : (divisor ?? '')}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">No se usa</option>
            {usualDivisors.map((value) => (
              <option key={value} value={value}>{`${value} pulgadas³ por libra`}</option>
            ))}
            <option value="other">Otro…</option>
          </SelectInput>
        )}
      </Field>
      {isOther ? (
        <Fields.Decimal
          name="volumetricDivisor"
          label="Pulgadas³ por libra"
          decimals={0}
          className="col-span-full sm:col-span-3"
        />
      ) : (
        divisor !== null && (
          <p className="col-span-full self-end text-help text-muted sm:col-span-3 sm:pb-2">
            Se cobra el mayor entre el peso y el volumen.
          </p>
        )
      )}
    </>
  )
}

/** Calculates an example without saving. */
function TariffTrial({ rules }: { rules: PriceRules }) {
  const price = useWatch<RuleFields, 'pricePerPound'>({ name: 'pricePerPound' })
  const [weight, setWeight] = useState('')
  const [measures, setMeasures] = useState<Measures | null>(null)
  const tidy = tidyRules(rules)
  const arithmetic = explainPrice({
    weight: readAmount(weight),
    pricePerPound: Number.isFinite(price) ? Number(price) : null,
    rules: tidy ?? plainRules,
    measures,
    discountType: 'none',
    discountValue: null,
  })
  const id = useId()
  return (
    <div className="col-span-full grid grid-cols-2 items-end gap-x-4 gap-y-2 border-line border-t pt-3 sm:grid-cols-[130px_190px_1fr]">
      <div className="flex min-w-0 flex-col gap-1">
        <label htmlFor={`${id}-weight`} className="font-medium text-label">
          Pruebe: peso
        </label>
        <DecimalInput id={`${id}-weight`} value={weight} onChange={setWeight} max={9_999.99} after="lbs" />
      </div>
      {needsMeasures(tidy) && (
        <div className="flex min-w-0 flex-col gap-1">
          <label htmlFor={`${id}-measures`} className="font-medium text-label">
            Medidas
          </label>
          <MeasuresInput id={`${id}-measures`} value={measures} onChange={(next) => setMeasures(next ?? null)} />
        </div>
      )}
      <output className="col-span-full text-right sm:col-start-3" aria-live="polite">
        {arithmetic && (
          <>
            <span className="block text-help text-muted">{joinSteps(arithmetic)}</span>
            <span className="font-semibold text-body">{arithmetic.total}</span>
          </>
        )}
      </output>
    </div>
  )
}
