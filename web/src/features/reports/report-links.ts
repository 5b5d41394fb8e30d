import type { ReportName } from '@casillero/shared/domain/report-names'
import type { Period } from './report-period.ts'

const address = (path: string, choices: Record<string, string>): string => `${path}?${new URLSearchParams(choices)}`

const invoices = (choices: Record<string, string>) => address('/facturar', { tab: 'facturas', ...choices })

/** The list that a row sums up; nothing where no list shows just that. */
export function listOf(name: ReportName, key: string | null, { from, to }: Period): string | undefined {
  if (key === null)
    return name === 'pounds-by-client' ? address('/paquetes', { from, to, missing: 'client' }) : undefined
  if (name === 'sales-by-day') return invoices({ from: key, to: key })
  if (name === 'sales-by-person') return invoices({ from, to, createdBy: key })
  if (name === 'debts-by-age') return '/caja/por-cobrar'
  if (name === 'pounds-by-client') return address('/paquetes', { from, to, clientId: key })
  if (name === 'new-clients') return address('/clients', { from: key, to: key })
  if (name === 'shipments-margin') return `/embarques/${key}/cuadre`
  return undefined
}
