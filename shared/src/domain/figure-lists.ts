import { ageSteps } from './debt-age.ts'
import type { ReportName } from './report-names.ts'

export type Days = { from: string; to: string }

const dayMs = 86_400_000

/** A negative count goes back. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

const address = (path: string, choices: Record<string, string>): string => {
  const query = String(new URLSearchParams(choices))
  return query === '' ? path : `${path}?${query}`
}

export const listPackagesWith = (choices: Record<string, string>): string => address('/paquetes', choices)

export const listInvoicesWith = (choices: Record<string, string>): string =>
  address('/facturar', { tab: 'facturas', ...choices })

/** With those that were voided since. */
const listInvoicesMade = (choices: Record<string, string>) => listInvoicesWith({ ...choices, anuladas: 'si' })

export type ReadyPart = {
  from?: number
  to?: number | null
  clientId?: string
  isUnowned?: true
}

/** Links to the screen that explains a missing status, if there is none. docs/product/reports.md, "Figures". */
export function listReady(
  statusId: string | null,
  { from = 0, to = null, clientId, isUnowned }: ReadyPart = {},
): string {
  if (statusId === null) return '/por-retirar'
  return listPackagesWith({
    statusId,
    ...((from > 0 || to !== null) && { statusSince: String(from) }),
    ...(to !== null && { statusFrom: String(to) }),
    ...(clientId !== undefined && { clientId }),
    ...(isUnowned && { missing: 'client' }),
  })
}

export const listInStatus = (statusId: string | null): string => listPackagesWith({ statusId: statusId ?? 'none' })

export const listReceived = (days: Days, method?: 'aereo' | 'maritimo'): string =>
  listPackagesWith({ ...days, ...(method !== undefined && { shippingMethod: method }) })

export const listFailedMessages = (days: Days): string => address('/admin/mensajes', { state: 'failed', ...days })

function linkDebts(step: (typeof ageSteps)[number] | undefined, today: string): string | undefined {
  if (!step) return undefined
  return listInvoicesWith({
    debt: 'true',
    ...(step.to !== null && { from: addDays(today, -step.to) }),
    to: addDays(today, -step.from),
  })
}

/** Undefined if no list shows exactly these rows. */
export function listOfAll(name: ReportName, { from, to }: Days): string | undefined {
  if (name === 'sales-by-day' || name === 'sales-by-person') return listInvoicesMade({ from, to })
  if (name === 'debts-by-age') return listInvoicesWith({ debt: 'true' })
  if (name === 'pounds-by-client') return listPackagesWith({ from, to })
  return name === 'new-clients' ? address('/clients', { from, to }) : undefined
}

/** Undefined if no list shows exactly these rows. */
export function linkList(name: ReportName, key: string | null, { from, to }: Days): string | undefined {
  if (key === null) {
    return name === 'pounds-by-client' ? listPackagesWith({ from, to, missing: 'client' }) : undefined
  }
  if (name === 'sales-by-day') return listInvoicesMade({ from: key, to: key })
  if (name === 'sales-by-person') return listInvoicesMade({ from, to, createdBy: key })
  // Debts are always today's, whatever the days.
  if (name === 'debts-by-age') return linkDebts(ageSteps[Number(key)], to)
  if (name === 'pounds-by-client') return listPackagesWith({ from, to, clientId: key })
  if (name === 'new-clients') return address('/clients', { from: key, to: key })
  if (name === 'shipments-margin') return `/embarques/${key}/cuadre`
  return undefined
}
