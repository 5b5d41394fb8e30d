import type { Currency } from '@casillero/shared/contract/currencies'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { EyeOff } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { CountCard } from './count-card.tsx'
import { countedIn, type Typed } from './counting.ts'

type CountStepProps = {
  currencies: readonly Currency[]
  typed: Typed
  onType: (currencyId: string, field: string, text: string) => void
  isSaving: boolean
  onDone: () => void
}

export function CountStep({ currencies, typed, onType, isSaving, onDone }: CountStepProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => findFields(form.current)[0]?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    const { target } = event
    const fields = findFields(form.current)
    if (!(target instanceof HTMLElement && fields.includes(target))) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey) onDone()
    else (fields[fields.indexOf(target) + 1] ?? form.current?.querySelector<HTMLElement>('[data-done]'))?.focus()
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Contar la caja"
      onKeyDown={onKeyDown}
      onSubmit={(event) => event.preventDefault()}
      className="grid items-start gap-3 @min-[860px]/page:grid-cols-[minmax(0,1fr)_264px]"
    >
      <div className="grid items-start gap-3 @min-[640px]/page:grid-cols-2" inert={isSaving}>
        {currencies.map((currency) => (
          <CountCard
            key={currency.id}
            currency={currency}
            typed={typed}
            onType={(field, text) => onType(currency.id, field, text)}
          />
        ))}
      </div>
      <div className="max-md:sticky max-md:bottom-0 max-md:-mx-(--gutter) max-md:-mb-8">
        <Surface className="p-4 max-md:rounded-none max-md:border-x-0 max-md:border-b-0 max-md:pb-[max(12px,env(safe-area-inset-bottom))]">
          <h2 className="font-semibold text-card max-md:sr-only">Contado</h2>
          <div aria-live="polite" className="mb-3 grid gap-1 pt-1">
            {currencies.map((currency) => (
              <p key={currency.id} className="flex items-baseline justify-between gap-3 text-body">
                <span className="min-w-0 wrap-anywhere text-muted">{currency.name}</span>
                <span className="font-semibold text-card">
                  <Amount>{formatMoney(countedIn(currency, typed), currency.symbol)}</Amount>
                </span>
              </p>
            ))}
          </div>
          <p className="mb-3 flex gap-2.5 rounded-md border border-blue-line bg-blue-soft px-3 py-2.5 text-blue-text text-label max-md:hidden">
            <EyeOff size={16} aria-hidden="true" className="mt-px shrink-0" />
            Cuente primero. Lo esperado se muestra después y este conteo ya no cambia.
          </p>
          <Button
            data-done
            variant="primary"
            size="lg"
            className="w-full"
            busy={isSaving}
            busyLabel="Guardando conteo..."
            onClick={onDone}
          >
            Ver diferencia
          </Button>
          <Link to="/caja" className={buttonClass('ghost', 'md', 'mt-1 w-full max-md:hidden')}>
            Cancelar
          </Link>
        </Surface>
        <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 px-1 text-label text-muted pointer-coarse:hidden max-md:hidden">
          <kbd className={keyClass}>↵</kbd> baja a la siguiente <kbd className={keyClass}>Ctrl ↵</kbd> termina
        </p>
      </div>
    </form>
  )
}

const keyClass = 'rounded-[5px] border border-grey-line bg-surface px-1.5 font-sans text-[12px] leading-[18px]'

const findFields = (form: HTMLElement | null): HTMLElement[] => [
  ...(form?.querySelectorAll<HTMLElement>('[data-count]') ?? []),
]
