import type { ComingClient } from '@casillero/shared/contract/coming-client'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { fullName } from '../client-search/client-name.ts'
import { countText } from './handover-texts.ts'

/** `12 min`, `2 h 40`. While the shop is closed, returns when the wait starts to count. */
export function waitText(minutes: number | null): string {
  if (minutes === null) return 'Al abrir'
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, '0')}`
}

/** Names two descriptions, or the first one and how many more. */
export function describeComing({ descriptions, count }: Pick<ComingClient, 'descriptions' | 'count'>): string {
  const [first = ''] = descriptions
  return count > 2 ? `${first} y ${count - 1} más` : descriptions.join(', ')
}

/** Sums of two currencies are never added. */
export function comingDebt({ owed, unbilled }: Pick<ComingClient, 'owed' | 'unbilled'>) {
  const sums = owed.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')
  const more = sums !== '' && unbilled > 0 ? `${unbilled} sin factura` : undefined
  if (sums !== '') return { isPaid: false, text: `Debe ${sums}`, more }
  return unbilled === 0 ? { isPaid: true, text: 'Pagado', more } : { isPaid: false, text: 'Sin factura', more }
}

/** `Viene Ana Mairena Lacayo, 1 paquete`. */
export const joinedText = (clients: readonly ComingClient[]): string =>
  clients.map((client) => `Viene ${fullName(client)}, ${countText(client.count)}`).join('. ')
