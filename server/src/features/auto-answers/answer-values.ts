import type { CompanySettings } from '@casillero/shared/contract/company'
import type { AnswerValues } from '@casillero/shared/domain/answer-text'
import { nameArrival } from '@casillero/shared/domain/arrival-days'
import { formatMoney, formatTariffPrice } from '@casillero/shared/domain/money-format'
import { describeHours } from '@casillero/shared/domain/opening-hours'
import { nameOpening } from '@casillero/shared/domain/opening-time'
import { formatPaymentAccount } from '@casillero/shared/domain/payment-account'
import { shortenName } from '@casillero/shared/domain/spanish-name'
import { fillAddress } from '@casillero/shared/domain/us-address'
import type { Db } from '../../platform/database/database.ts'
import { readClientTariffs } from '../client-account/queries.ts'
import { asOwnClient } from '../own-account/as-own-client.ts'
import { formatSums } from '../own-account/currency-sums.ts'
import { type OwnAccount, readOwnAccount } from '../own-account/read-account.ts'
import { listOwnPackages, type OwnPackage } from '../own-account/read-packages.ts'
import { readViewer } from '../own-account/read-shop.ts'

/** A longer list is too much for a message. */
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

/** The client's own tariffs, else the company's. */
async function listPrices(db: Db, clientId: string): Promise<string[]> {
  const { aereo, maritimo } = await readClientTariffs(db, clientId)
  const methods = [
    { name: 'Aéreo', tariff: aereo },
    { name: 'Marítimo', tariff: maritimo },
  ]
  return methods.flatMap(({ name, tariff }) =>
    tariff === null ? [] : [`• ${name}: ${formatTariffPrice(tariff.pricePerPound, tariff.unit)}`],
  )
}

/** Reads as the client, so that an answer has their rows alone. */
export async function readClientFacts(db: Db, clientId: string) {
  const own = await asOwnClient(db, clientId, async (client) => ({
    viewer: await readViewer(client),
    packages: await listOwnPackages(client),
    account: await readOwnAccount(client),
  }))
  return { ...own, tariffs: await listPrices(db, clientId) }
}

/** docs/product/auto-answers.md, "Texts". */
export function clientValues(facts: Awaited<ReturnType<typeof readClientFacts>>): AnswerValues {
  const { viewer, packages, account, tariffs } = facts
  const ready = packages.filter(({ isReady }) => isReady)
  const coming = packages.filter(({ isReady }) => !isReady)
  const { firstName, lastNames, casillero, usAddress } = viewer
  const named = { nombre: `${firstName} ${lastNames}`, casillero }
  return {
    nombre_corto: shortenName(firstName),
    casillero,
    cantidad_listos:
      ready.length === 0 ? 'ninguno todavía' : ready.length === 1 ? '1 paquete' : `${ready.length} paquetes`,
    lista_listos: nameSome(ready.map(describeReady)),
    lista_en_camino: nameSome(coming.map(({ title, statusName }) => `${title} (${statusName})`)).join(', '),
    lista_fechas: nameSome(
      coming.flatMap(({ title, promise }) => (promise ? [`• ${title}: ${nameArrival(promise, viewer.today)}`] : [])),
    ),
    debe: joinAmounts(account.owed) || 'nada',
    a_favor: joinAmounts(account.credit),
    direccion: usAddress === null ? [] : fillAddress(usAddress, named).map(({ text }) => text),
    tarifas: tariffs,
  }
}

/** `origin` is the address of the company's pages, or empty. */
type Moment = { origin: string; today: string; now: Date }

/** docs/product/auto-answers.md, "Texts". */
export function companyValues(settings: CompanySettings, { origin, today, now }: Moment): AnswerValues {
  const { name, address, openingHours: hours, paymentAccounts } = settings
  return {
    horario: hours === null ? [] : describeHours(hours, today),
    horario_hoy: hours === null ? '' : nameOpening(hours, now),
    ubicacion: address ?? '',
    cuentas: paymentAccounts.map((one) => `• ${formatPaymentAccount(one)}`),
    enlace_mi_casillero: origin === '' ? '' : `${origin}/mi`,
    enlace_precios: origin === '' || !settings.hasPublicTariffs ? '' : `${origin}/precios`,
    nombre_empresa: name,
  }
}
