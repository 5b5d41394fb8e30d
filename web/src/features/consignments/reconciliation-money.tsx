import type { Consignment } from '@casillero/shared/contract/consignments'
import type { Reconciliation } from '@casillero/shared/contract/reconciliations'
import { formatMoney, formatRate } from '@casillero/shared/domain/money-format'
import { carrierCost } from '@casillero/shared/domain/reconciliation'
import { useQuery } from '@tanstack/react-query'
import { Lock, Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { read } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { isAmount, parseDecimal } from '../../ui/forms/decimal-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { poundsText } from './consignment-texts.ts'
import { findUsd, toCostsInput, useCosts } from './costs-draft.ts'
import { CostsForm } from './costs-form.tsx'
import { Card } from './reconciliation-card.tsx'

type NewCostProps = { id: string; figures: Reconciliation; onDone: () => void }

/** Holds what is typed of a cost, and adds it to the others. */
function useNewCost({ id, figures, onDone }: NewCostProps) {
  const currencies = useQuery(read('GET /api/currencies/active')).data?.data ?? []
  const [concept, setConcept] = useState(figures.costs.length === 0 ? 'Agente' : '')
  const [chosenId, setChosenId] = useState<string>()
  const [price, setPrice] = useState('')
  const [amount, setAmount] = useState('')
  const [isTried, setIsTried] = useState(false)
  const { mutate, isPending } = useCosts(id)
  // A ref, because the next click may come before the next render.
  const isSent = useRef(false)
  useUnsavedWork(amount !== '' || price !== '')
  const currencyId = chosenId ?? findUsd(currencies)
  const [pricePerPound, paid] = [parseDecimal(price), parseDecimal(amount)]
  const errors = {
    concept: concept.trim() === '' ? 'Escriba el concepto' : undefined,
    amount: (pricePerPound ?? paid ?? 0) > 0 ? undefined : 'El monto debe ser mayor a 0',
    price: priceError(pricePerPound, figures.weights.billed),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (![price, amount].every(isAmount)) return
    if (isSent.current || errors.concept || errors.amount || errors.price) return
    const draft = toCostsInput(figures)
    const line = { id: '', concept, currencyId, pricePerPound, amount: pricePerPound === null ? paid : null }
    isSent.current = true
    const onError = () => {
      isSent.current = false
    }
    mutate({ ...draft, costs: [...draft.costs, line] }, { onSuccess: onDone, onError })
  }
  const shown = (error: string | undefined) => (isTried ? error : undefined)
  return {
    currencies,
    isPending,
    submit,
    isByPound: pricePerPound !== null,
    concept: { value: concept, set: setConcept, error: shown(errors.concept) },
    currency: { value: currencyId, set: setChosenId },
    price: { value: price, set: setPrice, error: shown(errors.price) },
    amount: { value: amount, set: setAmount, error: shown(errors.amount) },
  }
}

function NewCost(props: NewCostProps) {
  const { currencies, isPending, submit, isByPound, concept, currency, price, amount } = useNewCost(props)
  return (
    <form onSubmit={submit} aria-label="Nuevo costo" className="grid grid-cols-2 gap-x-3 gap-y-2 py-2" noValidate>
      <Field label="Concepto" required error={concept.error} className="col-span-2">
        {(control) => (
          <TextInput
            {...control}
            ref={takeCursor}
            maxLength={120}
            value={concept.value}
            onChange={({ target }) => concept.set(target.value)}
          />
        )}
      </Field>
      <Field label="Moneda" className="max-sm:col-span-2">
        {(control) => (
          <SelectInput {...control} value={currency.value} onChange={({ target }) => currency.set(target.value)}>
            {currencies.map(({ id, code }) => (
              <option key={id} value={id}>
                {code}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <div className="grid grid-cols-2 gap-x-3 max-sm:col-span-2">
        <Field label="Por libra" error={price.error}>
          {(control) => <DecimalInput {...control} value={price.value} onChange={price.set} max={9_999} />}
        </Field>
        <Field label="Monto" error={amount.error}>
          {(control) => (
            <DecimalInput
              {...control}
              value={isByPound ? '' : amount.value}
              readOnly={isByPound}
              onChange={amount.set}
              max={99_999_999}
            />
          )}
        </Field>
      </div>
      <div className="col-span-2 flex justify-end gap-2">
        <Button onClick={props.onDone}>Cancelar</Button>
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Guardando...">
          Guardar costo
        </Button>
      </div>
    </form>
  )
}

function priceError(pricePerPound: number | null, billed: number | null): string | undefined {
  if (pricePerPound === null) return undefined
  if (billed === null) return 'Ingrese las libras que cobra el agente'
  return carrierCost(billed, pricePerPound) > 0 ? undefined : 'Con estas libras el costo no llega a 0.01'
}

const takeCursor = (input: HTMLInputElement | null): void => input?.focus()

export function Money({ consignment, figures }: { consignment: Consignment; figures: Reconciliation }) {
  const { weights, invoiced, invoicedUsd, costs, costsUsd, margin, marginPerPound } = figures
  const [isEditing, setIsEditing] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  const isClosed = consignment.state === 'closed'
  const close = () => setIsEditing(false)
  return (
    <>
      <Card title="Dinero" note="Cada factura y cada costo a su tasa">
        <div className="border-line border-t">
          <div
            aria-hidden="true"
            className="flex justify-end gap-x-4 bg-surface-2 px-4 py-2 text-label text-muted max-sm:hidden"
          >
            <span>Moneda propia</span>
            <span className={usdClass}>US$</span>
          </div>
          {invoiced.map(({ currency, total, usd }) => (
            <Line
              key={currency.id}
              label={`Facturado en ${currency.symbol}`}
              own={formatMoney(total, currency.symbol)}
              usd={formatMoney(usd)}
            />
          ))}
          <Line label="Facturado" usd={formatMoney(invoicedUsd)} isSum />
          {costs.map((cost) => (
            <CostLine key={cost.id} cost={cost} billed={weights.billed ?? 0} />
          ))}
          {!isClosed && (
            <div className="border-line border-t px-4 py-1">
              {isAdding ? (
                <NewCost id={consignment.id} figures={figures} onDone={() => setIsAdding(false)} />
              ) : (
                <CostButtons
                  onAdd={() => setIsAdding(true)}
                  onChange={costs.length > 0 ? () => setIsEditing(true) : undefined}
                />
              )}
            </div>
          )}
          <Line label="Costos" usd={costs.length === 0 ? '—' : `−${formatMoney(costsUsd)}`} isSum />
          <Margin margin={margin} marginPerPound={marginPerPound} />
        </div>
      </Card>
      {isEditing && <CostsForm id={consignment.id} figures={figures} onClose={close} />}
      {!isClosed && (
        <p className="flex items-start gap-2.5 rounded-md border border-blue-line bg-blue-soft px-3 py-2.5 text-blue-text text-label">
          <Lock size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
          Al cerrar, el peso de lo que llegó ya no cambia. Las facturas que se hagan después siguen sumando aquí.
        </p>
      )}
    </>
  )
}

type CostLineProps = { cost: Reconciliation['costs'][number]; billed: number }

function CostLine({ cost, billed }: CostLineProps) {
  const { concept, currency, pricePerPound, amount, rateCompra, usd } = cost
  return (
    <Line
      label={
        pricePerPound === null
          ? concept
          : `${concept} · ${poundsText(billed)} lbs × ${priceText(pricePerPound, currency.symbol)}`
      }
      hint={currency.code === 'USD' ? '' : `a ${formatRate(rateCompra, currency.symbol)}`}
      own={formatMoney(amount, currency.symbol)}
      usd={`−${formatMoney(usd)}`}
    />
  )
}

function CostButtons({ onAdd, onChange }: { onAdd: () => void; onChange: (() => void) | undefined }) {
  return (
    <div className="flex flex-wrap items-center">
      <Button variant="link" className="-ml-3.5" icon={<Plus size={16} aria-hidden="true" />} onClick={onAdd}>
        Agregar costo
      </Button>
      {onChange && (
        <Button variant="link" onClick={onChange}>
          Cambiar costos
        </Button>
      )}
    </div>
  )
}

function Margin({ margin, marginPerPound }: Pick<Reconciliation, 'margin' | 'marginPerPound'>) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-3 border-line border-t px-4 py-3">
      <span>
        <span className="block text-label text-muted">Margen</span>
        <span
          className={cx(
            'font-semibold text-[26px] leading-8 tabular-nums',
            margin !== null && margin < 0 && 'text-danger-text',
          )}
        >
          {margin === null ? '—' : formatMoney(margin)}
        </span>
      </span>
      <span className="text-end">
        <span className="block text-label text-muted">Por libra facturada</span>
        <span className="font-semibold text-title tabular-nums">
          {marginPerPound === null ? '—' : formatMoney(marginPerPound)}
        </span>
      </span>
    </div>
  )
}

/** Formats two decimals, or four where two would round the price. */
const priceText = (price: number, symbol: string): string =>
  Number.isInteger(Math.round(price * 10_000) / 100) ? formatMoney(price, symbol) : formatRate(price, symbol)

const usdClass = 'min-w-28 whitespace-nowrap text-end'

type LineProps = { label: string; hint?: string; own?: string; usd: string; isSum?: boolean }

function Line({ label, hint, own, usd, isSum }: LineProps) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-baseline justify-end gap-x-4 border-line px-4 py-2.5 text-body tabular-nums not-first:border-t',
        isSum && 'bg-surface-2 font-semibold',
      )}
    >
      <span className="min-w-0 flex-1 break-words">
        {label}
        {hint && <span className="block text-help text-muted">{hint}</span>}
      </span>
      {own !== undefined && <span className="whitespace-nowrap text-muted">{own}</span>}
      <span className={usdClass}>{usd}</span>
    </div>
  )
}
