import type { AuditEntry } from '@casillero/shared/contract/audit'
import { type AuditedEntity, auditedNames } from '@casillero/shared/domain/audited-entity'
import { formatMoney } from '@casillero/shared/domain/money-format'

const names: Record<string, { one: string } | undefined> = auditedNames

const actions: Record<AuditEntry['action'], string> = { insert: 'Creó', update: 'Cambió', delete: 'Eliminó' }

const sessionActions: Record<AuditEntry['action'], string> = { insert: 'Inició', update: 'Cambió', delete: 'Cerró' }

const byMethod: Record<string, string> = {
  cash: ' en efectivo',
  card: ' con tarjeta',
  transfer: ' por transferencia',
  check: ' con cheque',
  credit: ' con saldo a favor',
}

export type Deed = { deed: string; what: string; rest?: string; about?: string }

type Done = Pick<AuditEntry, 'action' | 'entity' | 'label' | 'after' | 'invoice'>

export function describeEvent(entry: Done): Deed {
  const { action, entity, label, after, invoice } = entry
  if (entity === 'invoice_payments' && action === 'insert' && after !== null) return describePayment(after, invoice)
  if (entity === 'invoice_payments' && after?.reversed_at != null) return { deed: 'Revirtió el pago de', what: label }
  const about = entity === 'invoices' && invoice !== null ? { about: invoice.client } : {}
  if (entity === 'invoices' && after?.status === 'cancelled') return { deed: 'Anuló la factura', what: label, ...about }
  const deed = entity === 'sessions' ? sessionActions[action] : actions[action]
  const one = names[entity]?.one ?? `el registro de ${entity}`
  return { deed: `${deed} ${one}`, what: label, ...about }
}

function describePayment(after: Record<string, unknown>, invoice: AuditEntry['invoice']): Deed {
  const payment = {
    deed: 'Registró un pago de',
    what: formatMoney(Number(after.total), String(after.currency_symbol ?? '')),
    rest: byMethod[String(after.method)] ?? '',
  }
  return invoice === null ? payment : { ...payment, about: `Factura #${invoice.number} · ${invoice.client}` }
}

export function sentenceOfDeed(entry: Done): string {
  const { deed, what, rest = '' } = describeEvent(entry)
  return `${deed} ${what}${rest}`
}

export const entityName = (entity: AuditedEntity): string => auditedNames[entity].many
