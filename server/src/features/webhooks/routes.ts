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
  serveReading(webhookEndpoints.list, async (db) => ({ data: await listWebhooks(db) })),
  serve(
    webhookEndpoints.create,
    async (db, { body }) => ({ data: await createWebhook(db, body) }),
    undefined,
    webhookSecret,
  ),
  serve(webhookEndpoints.update, async (db, { params, body }) => ({ data: await updateWebhook(db, params.id, body) })),
  serve(webhookEndpoints.remove, async (db, { params }) => ({ data: await removeWebhook(db, params.id) })),
  serve(webhookEndpoints.test, async (db, { params }) => ({ data: await testWebhook(db, params.id) })),
  serveReading(webhookEndpoints.deliveries, async (db, { params }) => {
    // They travel together.
    const [data] = await Promise.all([listDeliveries(db, params.id), getWebhook(db, params.id)])
    return { data }
  }),
  serve(webhookEndpoints.resend, async (db, { params }) => ({ data: await resendDelivery(db, params) })),
]
