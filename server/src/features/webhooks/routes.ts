import { webhookEndpoints } from '@casillero/shared/contract/webhooks'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { getWebhook, listDeliveries, listWebhooks } from './queries.ts'
import {
  createWebhook,
  removeWebhook,
  resendDelivery,
  testWebhook,
  updateWebhook,
  webhookSecret,
} from './save-webhook.ts'

export const webhookRoutes: Route[] = [
  serveReading(webhookEndpoints.list, (db) => listWebhooks(db)),
  serve(webhookEndpoints.create, (db, { body }) => createWebhook(db, body), undefined, webhookSecret),
  serve(webhookEndpoints.update, (db, { params, body }) => updateWebhook(db, params.id, body)),
  serve(webhookEndpoints.remove, (db, { params }) => removeWebhook(db, params.id)),
  serve(webhookEndpoints.test, (db, { params }) => testWebhook(db, params.id)),
  serveReading(webhookEndpoints.deliveries, async (db, { params }) => {
    // Both queries travel in one round trip.
    const [data] = await Promise.all([listDeliveries(db, params.id), getWebhook(db, params.id)])
    return data
  }),
  serve(webhookEndpoints.resend, (db, { params }) => resendDelivery(db, params)),
]
