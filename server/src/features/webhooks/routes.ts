import { webhookEndpoints } from '@casillero/shared/contract/webhooks'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { listDeliveries, listWebhooks, webhooks } from './queries.ts'
import { createWebhook, resendDelivery, testWebhook, webhookSecret } from './save-webhook.ts'

export const webhookRoutes: Route[] = [
  serveReading(webhookEndpoints.list, (db) => listWebhooks(db)),
  serve(webhookEndpoints.create, (db, { body }) => createWebhook(db, body), undefined, webhookSecret),
  serve(webhookEndpoints.update, (db, { params, body }) => webhooks.update(db, params.id, body)),
  serve(webhookEndpoints.remove, (db, { params }) => webhooks.remove(db, params.id)),
  serve(webhookEndpoints.test, (db, { params }) => testWebhook(db, params.id)),
  serveReading(webhookEndpoints.deliveries, async (db, { params }) => {
    // Both queries travel in one round trip.
    const [data] = await Promise.all([listDeliveries(db, params.id), webhooks.get(db, params.id)])
    return data
  }),
  serve(webhookEndpoints.resend, (db, { params }) => resendDelivery(db, params)),
]
