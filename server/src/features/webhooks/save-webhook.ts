import type { Webhook, WebhookDelivery, WebhookDraft } from '@casillero/shared/contract/webhooks'
import { requireVersion, softDelete } from '../../platform/database/catalogue.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { SecretAnswer } from '../../platform/http/answer-once.ts'
import { newSecret } from './post-delivery.ts'
import {
  countWebhooks,
  endRest,
  getDelivery,
  getWebhook,
  insertTest,
  insertWebhook,
  lockWebhook,
  queueAgain,
  renewSecret,
  updateWebhookRow,
} from './queries.ts'
import { findRefusal } from './receivers.ts'

const most = 10

function requireReachable({ address }: WebhookDraft): void {
  const refusal = findRefusal(address)
  if (refusal !== undefined) throw new AppError('invalid', { fields: { address: refusal } })
}

/** Answers the secret only this once. docs/product/programs.md, "Webhooks". */
export async function createWebhook(db: Db, draft: WebhookDraft): Promise<Webhook & { secret: string }> {
  requireReachable(draft)
  // Calls made at once take turns, so that only one takes the last place.
  await lockCompany(db)
  if ((await countWebhooks(db)) >= most) throw new AppError('too_many_webhooks')
  const secret = newSecret()
  return { ...(await insertWebhook(db, draft, secret)), secret }
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

/** Throws `not_found`, `stale`, and `invalid` as `createWebhook`. */
export async function updateWebhook(db: Db, id: string, draft: WebhookDraft): Promise<Webhook> {
  requireReachable(draft)
  requireVersion(draft, await lockWebhook(db, id))
  return await updateWebhookRow(db, id, draft)
}

/** Throws `not_found`. */
export async function removeWebhook(db: Db, id: string): Promise<null> {
  await lockWebhook(db, id)
  await softDelete(db, 'webhooks', id)
  return null
}

/** Sends at once, even after failures. */
export async function testWebhook(db: Db, id: string): Promise<WebhookDelivery> {
  await lockWebhook(db, id)
  const deliveryId = await insertTest(db, id)
  await endRest(db, id)
  return await getDelivery(db, id, deliveryId)
}

/** Keeps the id, so that a receiver can drop a repeat. Throws `not_found`, `delivery_on_its_way`. */
export async function resendDelivery(
  db: Db,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<WebhookDelivery> {
  await getWebhook(db, id)
  await getDelivery(db, id, deliveryId)
  if (!(await queueAgain(db, deliveryId))) throw new AppError('delivery_on_its_way')
  await endRest(db, id)
  return await getDelivery(db, id, deliveryId)
}
