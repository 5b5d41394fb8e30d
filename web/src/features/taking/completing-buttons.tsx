import type { Currency } from '@casillero/shared/contract/currencies'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Button } from '../../ui/controls/button.tsx'

type CompletingButtonsProps = {
  /** The missing amount, in each currency that it can be paid in. */
  choices: readonly { currency: Currency; amount: number }[]
  onComplete: (currency: Currency, amount: number) => void
}

/** One press for what is missing, in whatever the client puts on the counter; stands in a card named `card`. */
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
