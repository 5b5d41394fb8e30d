import type { ComparedAmount, CurrencyAmount, Dashboard } from '@casillero/shared/contract/dashboard'
import { type Days, listFailedMessages } from '@casillero/shared/domain/figure-lists'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Check } from 'lucide-react'
import { Badge } from '../../ui/display/badge.tsx'
import { ChangeNote, type Figure } from './figure-card.tsx'
import { describeChange, formatCount, type Period, plural, shownAmounts } from './figure-texts.ts'

const none = ['—']

const formatAmounts = (amounts: readonly CurrencyAmount[]): string[] =>
  amounts.length === 0 ? none : amounts.map(({ amount, symbol }) => formatMoney(amount, symbol))

function compared(label: string, to: string, amounts: readonly ComparedAmount[], period: Period): Figure {
  const shown = shownAmounts(amounts, period)
  const [first] = shown
  return {
    label,
    to,
    values: first ? shown.map((amount) => formatMoney(amount[period].now, amount.symbol)) : none,
    note: first && <ChangeNote change={describeChange(first[period], (value) => formatMoney(value, first.symbol))} />,
  }
}

/** None for a user who does not see them. */
export function moneyFigures(money: Dashboard['money'], period: Period, days: Days): Figure[] {
  if (money === null) return []
  const { invoiced, collected, owed, cash } = money
  return [
    compared('Facturado', `/reportes/ventas-por-dia?${new URLSearchParams(days)}`, invoiced, period),
    compared('Cobrado', `/reportes/pagos-por-metodo?${new URLSearchParams(days)}`, collected, period),
    {
      label: 'Por cobrar',
      to: '/caja/por-cobrar',
      values: formatAmounts(owed.amounts),
      note: plural(owed.clients, 'cliente', 'clientes'),
    },
    ...(cash === null
      ? []
      : [
          {
            label: 'Efectivo en cajas',
            to: '/caja/cajas',
            values: formatAmounts(cash.amounts),
            note:
              cash.sessions === 0 ? 'Ninguna caja abierta' : plural(cash.sessions, 'caja abierta', 'cajas abiertas'),
          },
        ]),
  ]
}

/** It says too if WhatsApp works. */
export function messageFigure(messages: Dashboard['messages'], period: Period, days: Days): Figure[] {
  if (messages === null) return []
  const failed = messages.failed[period]
  return [
    {
      label: 'Mensajes',
      to: listFailedMessages(days),
      values: [failed === 0 ? 'Sin fallidos' : `${formatCount(failed)} ${failed === 1 ? 'fallido' : 'fallidos'}`],
      tone: failed > 0 ? 'danger' : undefined,
      mark: <Gateway state={messages.gateway} />,
    },
  ]
}

/** Under it in a card too narrow for both. */
const Gateway = ({ state }: { state: 'up' | 'down' | 'none' }) => (
  <span className="inline-flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-[12px] text-muted leading-4">
    {state === 'up' ? (
      <Badge tone="green" icon={<Check size={14} strokeWidth={2.5} aria-hidden="true" />}>
        Funcionando
      </Badge>
    ) : (
      <Badge tone={state === 'down' ? 'red' : 'grey'}>{state === 'down' ? 'Sin conexión' : 'Sin vincular'}</Badge>
    )}
    WhatsApp
  </span>
)
