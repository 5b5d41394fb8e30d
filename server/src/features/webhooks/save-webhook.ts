import type { Webhook, WebhookDelivery, WebhookDraft } from '@casillero/shared/contract/webhooks'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { SecretAnswer } from '../../platform/http/answer-once.ts'
import { newSecret } from './post-delivery.ts'
import { endRest, getDelivery, insertTest, queueAgain, renewSecret, webhooks } from './queries.ts'

/** Answers the secret only this once. */
export async function createWebhook(db: Db, draft: WebhookDraft): Promise<Webhook & { secret: string }> {
  const secret = newSecret()
  return { ...(await webhooks.create(db, { ...draft, secret })), secret }
}

/** The first secret cannot be answered again, so a repeated call makes another. */
export const webhookSecret: SecretAnswer<{ data: Webhook & { secret: string } }> = {
  kept: ({ data }) => ({ data: { ...data, secret: '' } }),
  async renew(db, { data }) {
    const secret = newSecret()
    if (!(await renewSecret(db, data.id, secret))) throw new AppError('key_reused')
    return { data: { ...data, secret } }
  },
}

/** Sends at once, even after failures. */
export async function testWebhook(db: Db, id: string): Promise<WebhookDelivery> {
  await webhooks.lock(db, id)
  const deliveryId = await insertTest(db, id)
  await endRest(db, id)
  return await getDelivery(db, id, deliveryId)
}

/** Keeps the id, so that a receiver can drop a repeat. Throws `not_found`, `delivery_on_its_way`. */
export async function resendDelivery(
  db: Db,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<WebhookDelivery> {
  await webhooks.get(db, id)
  await getDelivery(db, id, deliveryId)
  if (!(await queueAgain(db, deliveryId))) throw new AppError('delivery_on_its_way')
  await endRest(db, id)
  return await getDelivery(db, id, deliveryId)
}
