import type { Api } from '@casillero/shared/contract/api'
import type { Callers } from './callers.ts'

/** The part of the sheet of rights that is of the calls whose answer is a file of a list. */
export const whoMayExport: { [K in Extract<keyof Api, `${string}/export`>]: Callers } = {
  'GET /api/packages/export': 'everyone',
  'GET /api/client/export': 'everyone',
  'GET /api/invoices/export': 'everyone',
  'GET /api/users/export': 'admins',
  'GET /api/tariffs/export': 'everyone',
  'GET /api/messages/export': 'everyone',
  'GET /api/audit/export': 'admins',
  'GET /api/shipments/export': 'everyone',
  'GET /api/waiting/export': 'everyone',
  'GET /api/invoice-shipments/export': 'everyone',
  'GET /api/dispatches/export': 'everyone',
  'GET /api/handovers/export': 'everyone',
  'GET /api/cash-sessions/export': 'everyone',
  'GET /api/reports/:name/export': 'everyone',
  'GET /api/company/export': 'admins',
}
