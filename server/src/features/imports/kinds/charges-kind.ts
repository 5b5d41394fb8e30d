import { chargeLine } from '@casillero/shared/contract/package-charges'
import { type Charge, isTyped, mayWait } from '@casillero/shared/domain/charges'
import { findNamed } from '@casillero/shared/domain/import-values'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { readNumber } from '@casillero/shared/domain/read-number'
import { plainWords } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { matchAny } from '../../../platform/database/any-of.ts'
import type { Db, Session } from '../../../platform/database/database.ts'
import { findRefusal } from '../../../platform/database/save-rows.ts'
import { listCharges } from '../../charges/queries.ts'
import { listActiveCurrencies } from '../../currencies/queries.ts'
import { listLiveInvoiceItems } from '../../packages/queries.ts'
import { exchangeCharges, listOwnedCharges, requireLowering, saveCharges } from '../../packages/save/package-charges.ts'
import { describeDenial } from './describe-refusal.ts'
import { createPackageFinder } from './find-package.ts'
import { holdFormer, isGone, selectWritten } from './hold-former.ts'
import {
  type By,
  buildProblem,
  changeText,
  draftProblems,
  type FileRow,
  type Kind,
  type Plan,
  type Planned,
  refused,
  toWritten,
  type Undoable,
  type UndoWindow,
  type Written,
} from './kind.ts'

/** `amount` and `currency` are those of a charge with a typed price. */
type ChargePlan = { packageId: string; chargeId: string; amount: number | null; currencyId: string | null }

/** docs/product/imports.md, "Charges". */
export async function writeCharges(db: Db, rows: readonly Planned<ChargePlan>[], { author }: By): Promise<Written[]> {
  const typed = new Map((await listCharges(db, false)).map((charge) => [charge.id, isTyped(charge)]))
  // A charge whose amount was typed may have a fixed price by now.
  const isOther = ({ plan }: Planned<ChargePlan>) => plan.amount !== null && typed.get(plan.chargeId) === false
  const saved = await saveCharges(
    db,
    rows.filter((row) => !isOther(row)).map(({ plan }) => plan),
    author,
  )
  const refusals = rows
    .filter(isOther)
    .map(({ row }): Written => ({ row, refusal: 'El cargo se cobra ahora de otra manera' }))
  return [
    ...refusals,
    ...toWritten(
      'charges',
      rows.filter((row) => !isOther(row)),
      saved,
    ),
  ]
}

async function findUndoableCharges(db: Db, importId: string, { limit, isLocked }: UndoWindow): Promise<Undoable[]> {
  const next = selectWritten(importId, { limit })
  if (isLocked) {
    await holdFormer(db, next, { currencies: ['currency_id'] })
    await sql`select from packages where id in (
      select w.package_id from package_charges w where w.id in (select target from (${next}) n)) order by id for update`.execute(
      db,
    )
  }
  const { rows } = await sql<Undoable>`
    select n.row_number as row, coalesce(n.shown ->> 'code', '#' || w.company_package_id) as code, n.outcome,
      n.target as "targetId", n.before,
      case when exists (
          select from invoice_items i where i.package_id = w.package_id and i.voided_at is null) then 'ya se facturó'
        when w.deleted_at is not null then 'cambió después'
        when exists (select from currencies k where k.id::text = n.before ->> 'currency_id' and k.deleted_at is not null)
          then ${isGone} end as reason
    from (${next}) n join package_charges w on w.id = n.target order by n.row_number`.execute(db)
  return rows
}

/** Restores the charges that they replaced. */
async function takeBackCharges(db: Db, rows: readonly Undoable[]): Promise<void> {
  const before = new Map(rows.map((row) => [row.targetId, row.before]))
  const gone = await db
    .selectFrom('package_charges')
    .select(['id', 'package_id', 'company_package_id', 'charge_id'])
    .where('id', '=', matchAny([...before.keys()]))
    .execute()
  const former = gone.flatMap(({ id, ...own }) => {
    const kept = before.get(id)
    if (!kept) return []
    const { amount, currency_id } = Object(kept)
    return [{ ...own, amount, currency_id }]
  })
  await exchangeCharges(
    db,
    gone.map((own) => ({ packageId: own.package_id, chargeId: own.charge_id })),
    former,
  )
}

type NamedCurrency = { id: string; code: string; symbol: string; name: string }

const spokenCodes: Record<string, string> = {
  dolar: 'USD',
  dolares: 'USD',
  u$: 'USD',
  usd$: 'USD',
  cordoba: 'NIO',
  cordobas: 'NIO',
}

function findCurrency(currencies: readonly NamedCurrency[], text: string): NamedCurrency | undefined {
  const written = text.trim().toUpperCase()
  const code = spokenCodes[plainWords(text)]
  return (
    currencies.find(
      (one) => one.id === text || one.code === written || one.symbol.toUpperCase() === written || one.code === code,
    ) ?? findNamed(currencies, text)
  )
}

function findWritten(currencies: readonly NamedCurrency[], text: string): NamedCurrency | undefined {
  const beside = text.replace(/[-\d.,\s'’]/g, '')
  return beside === '' || beside === '$' ? undefined : findCurrency(currencies, beside)
}

type Amount = { amount: number; currency: NamedCurrency }
type Refuse = (field: string, message: string) => void

/** Calls `refuse` if the amount or its currency is missing or unreadable. */
function readAmount(row: FileRow, currencies: readonly NamedCurrency[], refuse: Refuse): Amount | undefined {
  const [amountText, currencyText] = [row.text('amount'), row.text('currency')]
  const amount = readNumber(amountText, row.decimal('amount'))
  if (amount === undefined) refuse('amount', amountText === '' ? 'falta' : `«${amountText}» no es un monto`)
  const [named, written] = [findCurrency(currencies, currencyText), findWritten(currencies, amountText)]
  if (currencyText !== '' && !named) refuse('currency', `no hay una moneda «${currencyText}»`)
  else if (named && written && named.id !== written.id) refuse('amount', `«${amountText}» no está en ${named.symbol}`)
  else if (!named && !written) refuse('currency', 'falta: diga si es C$ o US$')
  const currency = named ?? written
  return amount === undefined || !currency ? undefined : { amount, currency }
}

const formatOwn = (amount: number | null, currency?: { symbol: string } | null): string | null =>
  amount === null ? null : formatMoney(amount, currency?.symbol)

function findCharge(charges: readonly Charge[], row: FileRow, refuse: Refuse): Charge | undefined {
  const text = row.text('charge')
  const charge = charges.find(({ id }) => id === text) ?? findNamed(charges, text)
  if (!charge) refuse('charge', text === '' ? 'falta' : `no hay un cargo «${text}»`)
  else if (!mayWait(charge)) refuse('charge', `«${charge.name}» no se pone en un paquete`)
  else return charge
  return undefined
}

async function prepare(db: Db, rows: readonly FileRow[], session: Session): Promise<(row: FileRow) => Plan> {
  const { known, find, show } = await createPackageFinder(db, rows)
  const ids = known.map(({ id }) => id)
  const charges = await listCharges(db, false)
  const currencies = await listActiveCurrencies(db)
  const invoices = new Map((await listLiveInvoiceItems(db, ids)).map((item) => [item.packageId, item.companyInvoiceId]))
  const waiting = Map.groupBy(await listOwnedCharges(db, ids), ({ packageId }) => packageId)

  return (row) => {
    const problems: Plan['problems'] = []
    const refuse: Refuse = (field, message) => problems.push(buildProblem('charges', field, message))
    const found = find(row, (message) => refuse('tracking', message))
    const charge = findCharge(charges, row, refuse)
    const given = charge && isTyped(charge) ? readAmount(row, currencies, refuse) : undefined
    if (charge && !isTyped(charge) && row.text('amount') !== '')
      refuse('amount', `el monto de «${charge.name}» lo dice el cargo; déjelo vacío`)
    const invoice = invoices.get(found?.id ?? '')
    if (found && invoice !== undefined)
      refuse('tracking', `el paquete #${found.companyPackageId} ya está facturado en la factura #${invoice}`)
    const shown = show(row, found)
    const keys = found && charge ? [`${found.id} ${charge.id}`] : []
    if (problems.length > 0 || !found || !charge) return refused(problems, shown, keys)
    const parsed = z.safeParse(chargeLine, {
      chargeId: charge.id,
      amount: given?.amount ?? null,
      currencyId: given?.currency.id ?? null,
    })
    if (!parsed.success) return refused(draftProblems('charges', parsed.error), shown, keys)
    const plan: ChargePlan = {
      packageId: found.id,
      chargeId: charge.id,
      amount: given?.amount ?? null,
      currencyId: given?.currency.id ?? null,
    }
    const own = waiting.get(found.id)?.find(({ chargeId }) => chargeId === charge.id)
    const denial = findRefusal(() => requireLowering(session, own, plan))
    if (denial) return refused([buildProblem('charges', 'amount', describeDenial(denial))], shown, keys)
    const isSame = own?.amount === plan.amount && (own.currency?.id ?? null) === plan.currencyId
    const value = formatOwn(plan.amount, given?.currency)
    const added = value === null ? charge.name : `${charge.name}: ${value}`
    return {
      outcome: own === undefined ? 'new' : isSame ? 'same' : 'updated',
      problems: [],
      plan: isSame ? null : plan,
      targetId: null,
      shown: {
        ...shown,
        detail: !own
          ? added
          : isSame
            ? 'Sin cambios'
            : changeText(charge.name, formatOwn(own.amount, own.currency), value),
      },
      keys,
      findField: () => 'charge',
    }
  }
}

export const chargesKind: Kind = {
  right: 'packages.write',
  prepare,
  write: writeCharges,
  findUndoable: findUndoableCharges,
  takeBack: takeBackCharges,
}
