import type { WebhookEvent } from '@casillero/shared/contract/webhooks'

export const eventNames: Record<WebhookEvent, string> = {
  'package.status_changed': 'Un paquete cambia de estado',
  'invoice.created': 'Se crea una factura',
  'invoice.paid': 'Una factura queda pagada',
  'invoice.voided': 'Se anula una factura',
  'client.created': 'Se crea un cliente',
}

const isEvent = (event: string): event is WebhookEvent => Object.hasOwn(eventNames, event)

export function nameOfEvent(event: string): string {
  if (event === 'webhook.test') return 'Prueba'
  return isEvent(event) ? eventNames[event] : event
}
