import { ageSteps } from '@casillero/shared/domain/debt-age'
import type { ReportName } from '@casillero/shared/domain/report-names'
import { addDays, type Period } from './report-period.ts'

const address = (path: string, choices: Record<string, string>): string => `${path}?${new URLSearchParams(choices)}`

const invoices = (choices: Record<string, string>) => address('/facturar', { tab: 'facturas', ...choices })

/** The unpaid invoices of a step of age, as the days of their creation. */
function debtsOf(step: (typeof ageSteps)[number] | undefined, today: string): string | undefined {
  if (!step) return undefined
  return invoices({
    debt: 'true',
    ...(step.to !== null && { from: addDays(today, -step.to) }),
    to: addDays(today, -step.from),
  })
}

/** The list that all rows together sum up; nothing where no list shows just that. */
export function listOfAll(name: ReportName, { from, to }: Period): string | undefined {
  if (name === 'sales-by-day' || name === 'sales-by-person') return invoices({ from, to })
  if (name === 'debts-by-age') return invoices({ debt: 'true' })
  if (name === 'pounds-by-client') return address('/paquetes', { from, to })
  return name === 'new-clients' ? address('/clients', { from, to }) : undefined
}

/**
 * The list that a row sums up; nothing where no list shows just that: tariffs and methods are of lines by the day of their invoice, and
 * of payments, voidings and discounts there is no list.
 */
export function listOf(name: ReportName, key: string | null, { from, to }: Period): string | undefined {
  if (key === null)
    return name === 'pounds-by-client' ? address('/paquetes', { from, to, missing: 'client' }) : undefined
  if (name === 'sales-by-day') return invoices({ from: key, to: key })
  if (name === 'sales-by-person') return invoices({ from, to, createdBy: key })
  // What is owed is of today, whatever the days are.
  if (name === 'debts-by-age') return debtsOf(ageSteps[Number(key)], to)
  if (name === 'pounds-by-client') return address('/paquetes', { from, to, clientId: key })
  if (name === 'new-clients') return address('/clients', { from: key, to: key })
  if (name === 'shipments-margin') return `/embarques/${key}/cuadre`
  return undefined
}
