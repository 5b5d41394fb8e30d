import type { Reconciliation } from '@casillero/shared/contract/reconciliations'
import { carrierCost } from '@casillero/shared/domain/reconciliation'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { isAmount, parseDecimal } from '../../ui/forms/decimal-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { findUsd, toCostsInput, useCosts } from './costs-draft.ts'

type NewCostProps = { id: string; figures: Reconciliation; onDone: () => void }

export function NewCost({ id, figures, onDone }: NewCostProps) {
  const currencies = useQuery(read('GET /api/currencies/active')).data?.data ?? []
  const [concept, setConcept] = useState(figures.costs.length === 0 ? 'Agente' : '')
  const [chosenId, setChosenId] = useState<string>()
  const [price, setPrice] = useState('')
  const [amount, setAmount] = useState('')
  const [isTried, setIsTried] = useState(false)
  const { mutate, isPending } = useCosts(id)
  // Set before the next click, which comes before the next render.
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
  return (
    <form onSubmit={submit} aria-label="Nuevo costo" className="grid grid-cols-2 gap-x-3 gap-y-2 py-2" noValidate>
      <Field label="Concepto" required error={shown(errors.concept)} className="col-span-2">
        {(control) => (
          <TextInput
            {...control}
            ref={takeCursor}
            maxLength={120}
            value={concept}
            onChange={({ target }) => setConcept(target.value)}
          />
        )}
      </Field>
      <Field label="Moneda" className="max-sm:col-span-2">
        {(control) => (
          <SelectInput {...control} value={currencyId} onChange={({ target }) => setChosenId(target.value)}>
            {currencies.map((currency) => (
              <option key={currency.id} value={currency.id}>
                {currency.code}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <div className="grid grid-cols-2 gap-x-3 max-sm:col-span-2">
        <Field label="Por libra" error={shown(errors.price)}>
          {(control) => <DecimalInput {...control} value={price} onChange={setPrice} max={9_999} />}
        </Field>
        <Field label="Monto" error={shown(errors.amount)}>
          {(control) => (
            <DecimalInput
              {...control}
              value={pricePerPound === null ? amount : ''}
              readOnly={pricePerPound !== null}
              onChange={setAmount}
              max={99_999_999}
            />
          )}
        </Field>
      </div>
      <div className="col-span-2 flex justify-end gap-2">
        <Button onClick={onDone}>Cancelar</Button>
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
