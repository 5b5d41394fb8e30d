import * as z from 'zod/mini'
import { maxAmount } from '../domain/max-amount.ts'
import { oneRow } from './catalogue.ts'
import { dataReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { paymentMethod, reversal } from './payments.ts'
import { decimal, id, instant, optionalId, optionalText, requiredId, requiredText, version, yes } from './schema.ts'

const person = z.object({ id, fullName: z.string() })
const currencyOfRow = { currencyId: id, code: z.string(), name: z.string(), symbol: z.string() }

const paymentRow = {
  id,
  createdAt: instant,
  createdBy: person,
  method: paymentMethod,
  reference: z.nullable(z.string()),
  total: z.number(),
  ...currencyOfRow,
  reversal: z.nullable(reversal),
}

const changeRow = {
  id,
  createdAt: instant,
  amount: z.number(),
  handed: z.number(),
  rounding: z.number(),
  ...currencyOfRow,
}

const sessionPayment = z.object({
  ...paymentRow,
  invoice: z.object({ id, companyInvoiceId: z.number(), clientName: z.string() }),
})

const sessionChange = z.object({ ...changeRow, invoiceId: id })

const collectedPayment = z.object({
  ...paymentRow,
  collection: z.object({ id, companyCollectionId: z.number(), clientName: z.string() }),
  isCounted: z.boolean(),
})

const collectedChange = z.object({ ...changeRow, collectionId: id, isCounted: z.boolean() })

export const cashDrawer = z.object({
  id,
  name: z.string(),
  isActive: z.boolean(),
  version: z.number(),
  openSession: z.nullable(z.object({ id, companySessionId: z.number(), openedBy: person, openedAt: instant })),
})
export type CashDrawer = z.infer<typeof cashDrawer>

export const cashDrawerDraft = z.object({
  name: requiredText(60, 'El nombre de la caja es requerido'),
  isActive: yes,
  version,
})
export type CashDrawerDraft = z.infer<typeof cashDrawerDraft>

const sessionSummary = {
  id,
  companySessionId: z.number(),
  status: z.enum(['open', 'closed']),
  drawer: z.object({ id, name: z.string() }),
  openedBy: person,
  openedAt: instant,
  closedBy: z.nullable(person),
  closedAt: z.nullable(instant),
  note: z.nullable(z.string()),
}

/** Counted amount and difference are null until the session is closed. */
const cashBalance = z.object({
  ...currencyOfRow,
  opening: z.number(),
  cash: z.number(),
  change: z.number(),
  rounding: z.number(),
  in: z.number(),
  out: z.number(),
  expected: z.number(),
  counted: z.nullable(z.number()),
  difference: z.nullable(z.number()),
})

/** Open sessions have no balances. */
export const cashSessionRow = z.object({ ...sessionSummary, balances: z.array(cashBalance) })
export type CashSessionRow = z.infer<typeof cashSessionRow>

export const cashSession = z.object({
  ...sessionSummary,
  /** While open, null except for admins: a clerk who sees the expected amount cannot count blind. */
  balances: z.nullable(z.array(cashBalance)),
  /**
   * By currency and method. `change` was handed back; `returned` left the drawer for payments taken back, less change that came back.
   * Collected is total − change − returned.
   */
  takings: z.array(
    z.object({
      ...currencyOfRow,
      method: paymentMethod,
      total: z.number(),
      count: z.number(),
      change: z.number(),
      returned: z.number(),
    }),
  ),
  /** Includes payments taken back after closing. */
  payments: z.array(sessionPayment),
  reversedPayments: z.array(sessionPayment),
  changes: z.array(sessionChange),
  reversedChanges: z.array(sessionChange),
  /** `isCounted`: not taken back before closing. */
  collected: z.array(collectedPayment),
  collectedChanges: z.array(collectedChange),
  movements: z.array(
    z.object({
      id,
      createdAt: instant,
      createdBy: person,
      direction: z.enum(['in', 'out']),
      amount: z.number(),
      reason: z.string(),
      ...currencyOfRow,
      /** True for cash of a payment taken back, or change that came back. */
      isReturn: z.boolean(),
      otherDrawer: z.nullable(z.string()),
    }),
  ),
  /** First count first. Hidden like the balances. */
  counts: z.nullable(
    z.array(
      z.object({ attempt: z.number(), countedAt: instant, countedBy: person, amount: z.number(), ...currencyOfRow }),
    ),
  ),
})
export type CashSession = z.infer<typeof cashSession>

const amountError = 'Ingrese un monto de 0 o más'
const cashAmount = decimal({ min: 0, max: maxAmount, decimals: 2, error: amountError })

const hasEachOnce = (rows: readonly { currencyId: string }[]): boolean =>
  new Set(rows.map(({ currencyId }) => currencyId)).size === rows.length

const amounts = z
  .array(z.object({ currencyId: requiredId('Elija una moneda'), amount: cashAmount }))
  .check(
    z.maxLength(20, { error: 'Como máximo 20 monedas' }),
    z.refine(hasEachOnce, { error: 'Cada moneda va una sola vez' }),
  )
export type CashAmount = { currencyId: string; amount: number }

export const openingDraft = z.object({ drawerId: requiredId('Elija una caja'), opening: z._default(amounts, []) })
export type OpeningDraft = z.infer<typeof openingDraft>

export const cashMovementDraft = z.object({
  direction: z.enum(['in', 'out'], { error: 'Elija entrada o salida' }),
  currencyId: requiredId('Elija una moneda'),
  amount: decimal({ min: 0.01, max: maxAmount, decimals: 2, error: 'Ingrese un monto mayor a 0' }),
  reason: requiredText(200, 'El motivo es requerido'),
  /** The drawer whose open session gets the opposite entry. */
  otherDrawerId: optionalId,
})
export type CashMovementDraft = z.infer<typeof cashMovementDraft>

export const cashCountDraft = z.object({ counts: amounts })

export const closingDraft = z.object({ counts: amounts, note: optionalText(500) })
export type ClosingDraft = z.infer<typeof closingDraft>

export const cashEndpoints = {
  drawers: endpoint({
    method: 'GET',
    path: '/api/cash-drawers',
    who: 'cash.read',
    summary: 'Drawers by name, each with its open session',
    reply: dataReply(z.array(cashDrawer)),
  }),
  createDrawer: endpoint({
    method: 'POST',
    path: '/api/cash-drawers',
    idempotent: true,
    who: 'cash.manage',
    summary: 'Add a drawer',
    body: cashDrawerDraft,
    reply: dataReply(cashDrawer),
    status: 201,
  }),
  updateDrawer: endpoint({
    method: 'PUT',
    path: '/api/cash-drawers/:id',
    who: 'cash.manage',
    summary: 'Rename a drawer, retire it or take it into use again',
    params: oneRow,
    body: cashDrawerDraft,
    reply: dataReply(cashDrawer),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/cash-sessions',
    who: 'cash.read',
    summary: 'Sessions of all drawers, newest first',
    query: z.object({ page: listQuery.page, limit: listQuery.limit, status: z.optional(z.enum(['open', 'closed'])) }),
    reply: pageReply(cashSessionRow),
  }),
  session: endpoint({
    method: 'GET',
    path: '/api/cash-sessions/:id',
    who: 'cash.read',
    summary: 'One session with all that went through it; what is expected of an open one is for admins',
    params: oneRow,
    reply: dataReply(cashSession),
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/cash-sessions',
    who: 'cash.write',
    summary: 'Open a drawer with its float',
    body: openingDraft,
    reply: dataReply(cashSession),
    status: 201,
    idempotent: true,
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/cash-sessions/:id/movements',
    who: 'cash.write',
    summary: 'Put cash in or take it out, to another drawer too',
    params: oneRow,
    body: cashMovementDraft,
    reply: dataReply(cashSession),
    status: 201,
    idempotent: true,
  }),
  count: endpoint({
    method: 'POST',
    path: '/api/cash-sessions/:id/counts',
    who: 'cash.write',
    summary: 'Keep a count of the drawer, then show what was expected',
    params: oneRow,
    body: cashCountDraft,
    reply: dataReply(z.object({ balances: z.array(cashBalance) })),
    status: 201,
    idempotent: true,
  }),
  close: endpoint({
    method: 'POST',
    path: '/api/cash-sessions/:id/close',
    who: 'cash.write',
    summary: 'Close the session with what was counted, for good',
    params: oneRow,
    body: closingDraft,
    reply: dataReply(cashSession),
    idempotent: true,
  }),
}
