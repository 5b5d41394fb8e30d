import type { Currency } from '@casillero/shared/contract/currencies'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Button } from '../../ui/controls/button.tsx'

type CompletingButtonsProps = {
  choices: readonly { currency: Currency; amount: number }[]
  onComplete: (currency: Currency, amount: number) => void
}

/** Must be inside a card named `card`. */
export function CompletingButtons({ choices, onComplete }: CompletingButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 @max-[559px]/card:w-full [&>button]:px-2.5 [&>button]:text-label">
      <span className="mr-auto text-label text-muted">Completar saldo</span>
      {choices.map(({ currency, amount }) => {
        const text = formatMoney(amount, currency.symbol)
        return (
          <Button
            key={currency.id}
            aria-label={`Completar saldo en ${currency.code}: ${text}`}
            className="tabular-nums"
            onClick={() => onComplete(currency, amount)}
          >
            {text}
          </Button>
        )
      })}
    </div>
  )
}
