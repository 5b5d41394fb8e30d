import type { AnswerValues } from '@casillero/shared/domain/answer-text'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { describeHours, type OpeningHours } from '@casillero/shared/domain/opening-hours'
import { nameOpening } from '@casillero/shared/domain/opening-time'
import { fillAddress } from '@casillero/shared/domain/us-address'
import { formatSums } from '../client-pages/currency-sums.ts'
import type { OwnAccount } from '../client-pages/read-account.ts'
import type { OwnPackage } from '../client-pages/read-packages.ts'
import type { Viewer } from '../client-pages/read-shop.ts'

/** What answers tell of. */
type AnswerFacts = {
  viewer: Viewer
  packages: readonly OwnPackage[]
  account: OwnAccount
  hours: OpeningHours | null
  /** Of the company's pages. */
  origin: string
  now: Date
}

/** A longer list is no message any more. */
const mostNamed = 15

const joinAmounts = (amounts: OwnAccount['owed']): string =>
  amounts.map(({ symbol, amount }) => formatMoney(amount, symbol)).join(' + ')

function describeReady({ title, invoice, toPay }: OwnPackage): string {
  const amount = invoice ? `factura #${invoice.number}${invoice.isPaid ? ', pagada' : ''}` : formatSums(toPay)
  return `• ${title}${amount === '' ? '' : `, ${amount}`}`
}

function nameSome(names: readonly string[]): string[] {
  const rest = names.length - mostNamed
  return rest > 0 ? [...names.slice(0, mostNamed), `y ${rest} más`] : [...names]
}

/** docs/product/auto-answers.md, "Texts". */
export function buildValues({ viewer, packages, account, hours, origin, now }: AnswerFacts): AnswerValues {
  const ready = packages.filter(({ isReady }) => isReady)
  const coming = packages.filter(({ isReady }) => !isReady)
  const { firstName, lastNames, casillero, usAddress, shop, today } = viewer
  const named = { nombre: `${firstName} ${lastNames}`, casillero }
  return {
    nombre_corto: firstName,
    casillero,
    cantidad_listos:
      ready.length === 0 ? 'ninguno todavía' : ready.length === 1 ? '1 paquete' : `${ready.length} paquetes`,
    lista_listos: nameSome(ready.map(describeReady)),
    lista_en_camino: nameSome(coming.map(({ title, statusName }) => `${title} (${statusName})`)).join(', '),
    debe: joinAmounts(account.owed) || 'nada',
    a_favor: joinAmounts(account.credit),
    horario: hours === null ? [] : describeHours(hours, today),
    horario_hoy: hours === null ? '' : nameOpening(hours, now),
    ubicacion: shop.address ?? '',
    direccion: usAddress === null ? [] : fillAddress(usAddress, named).map(({ text }) => text),
    enlace_mi_casillero: origin === '' ? '' : `${origin}/mi`,
    nombre_empresa: shop.name,
  }
}
