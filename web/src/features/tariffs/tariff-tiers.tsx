import type { tariffDraft } from '@casillero/shared/contract/tariffs'
import { formatQuantity } from '@casillero/shared/domain/price-arithmetic'
import { type PriceUnit, priceSuffixes } from '@casillero/shared/domain/price-units'
import { listTierBreaks, type PriceRules } from '@casillero/shared/domain/tariff-rules'
import { Plus, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'

/** The form fields of a tariff's rules. */
export type RuleFields = Pick<z.input<typeof tariffDraft>, 'pricePerPound' | keyof PriceRules>

const Fields = createFields<RuleFields>()

function useTiers() {
  const { fields, append, remove, replace } = useFieldArray<RuleFields, 'tiers'>({ name: 'tiers' })
  const { getValues } = useFormContext<RuleFields>()
  const add = () =>
    // An empty row is refused by the schema.
    append({ from: Number.NaN, price: Number.NaN }, { shouldFocus: true, focusName: `tiers.${fields.length}.from` })
  const sort = () => {
    const tiers = getValues('tiers') ?? []
    const sorted = tiers.toSorted((one, other) => one.from - other.from)
    if (tiers.every(({ from }) => Number.isFinite(from)) && sorted.some((tier, index) => tier !== tiers[index]))
      replace(sorted)
  }
  const onPriceKey = (event: KeyboardEvent) => {
    const isPrice = event.target instanceof HTMLInputElement && event.target.name.endsWith('.price')
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !isPrice || fields.length >= 10) return
    event.preventDefault()
    event.stopPropagation()
    add()
  }
  return { fields, remove, add, sort, onPriceKey }
}

export function TariffTiers({ unit, rules }: { unit: PriceUnit; rules: PriceRules }) {
  const { fields, remove, add, sort, onPriceKey } = useTiers()
  const price = useWatch<RuleFields, 'pricePerPound'>({ name: 'pricePerPound' })
  const noun = unit === 'pound' ? 'lbs' : 'pie³'
  const suffix = priceSuffixes[unit].trim()
  return (
    <fieldset
      className="col-span-full grid gap-2"
      onKeyDown={onPriceKey}
      // Rows are sorted only on leaving, so that none moves while being typed in.
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) sort()
      }}
    >
      <legend className="mb-1 font-medium text-label">
        {unit === 'pound' ? 'Precio según las libras cobradas' : 'Precio según la cantidad'}
      </legend>
      {fields.length > 0 && (
        <p className="grid grid-cols-[1fr_1fr_var(--icon-btn)] gap-2 text-label text-muted tabular-nums">
          <span>{`Desde 0.00 ${noun}`}</span>
          <span>{`US$${Number.isFinite(price) ? Number(price).toFixed(2) : '—'} ${suffix}`}</span>
        </p>
      )}
      {fields.map((field, index) => (
        <div key={field.id} className="grid grid-cols-[1fr_1fr_var(--icon-btn)] items-start gap-2">
          <Fields.Decimal name={`tiers.${index}.from`} label={`Tramo ${index + 1}, desde`} after={noun} />
          <Fields.Decimal name={`tiers.${index}.price`} label="Precio" before="US$" after={suffix} />
          <div className="pt-6">
            <IconButton
              label={`Quitar el tramo ${index + 1}`}
              icon={<Trash2 size={18} aria-hidden="true" />}
              onClick={() => remove(index)}
            />
          </div>
        </div>
      ))}
      {fields.length < 10 && (
        <Button
          variant="link"
          size="sm"
          className="-ml-2 justify-self-start px-2"
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={add}
        >
          Agregar tramo
        </Button>
      )}
      {listTierBreaks(Number.isFinite(price) ? Number(price) : 0, rules).map(({ start, from }) => (
        <p key={from} className="text-help text-muted">
          {`Desde ${formatQuantity(start, unit)} se cobra como ${formatQuantity(from, unit)}`}
        </p>
      ))}
    </fieldset>
  )
}
