import type { Samples } from './sample-calls.ts'
import type { Shop } from './shop.ts'
import { newMark, samplePassword } from './world.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export const accessTokenBody = () => ({
  name: `Contabilidad ${newMark()}`,
  isReadOnly: true,
  term: 'date' as const,
  expiresOn: inDays(60),
  currentPassword: samplePassword,
})

export const webhookBody = () => ({
  address: `https://avisos.correo.test/${newMark()}`,
  events: ['invoice.created' as const, 'package.status_changed' as const],
  isPaused: false,
})

/** As many as a company may have, so that a long run of calls finds a place. */
async function makeRoom({ admin }: Shop): Promise<void> {
  const { data: webhooks } = await admin.ok('GET /api/webhooks')
  for (const { id } of webhooks.length < 5 ? [] : webhooks)
    await admin.ok('DELETE /api/webhooks/:id', { params: { id } })
  const { data: tokens } = await admin.ok('GET /api/access-tokens')
  for (const { id } of tokens.length < 40 ? [] : tokens) {
    await admin.ok('DELETE /api/access-tokens/:id', { params: { id } })
  }
}

async function addWebhook(shop: Shop) {
  await makeRoom(shop)
  return (await shop.admin.ok('POST /api/webhooks', { body: webhookBody() })).data
}

const nothing = async () => ({})

/** The samples of the calls of access tokens and of webhooks. */
export const programCalls = {
  'GET /api/access-tokens': nothing,
  'POST /api/access-tokens': async (shop) => {
    await makeRoom(shop)
    return { body: accessTokenBody() }
  },
  'DELETE /api/access-tokens/:id': async (shop) => {
    await makeRoom(shop)
    const { data } = await shop.admin.ok('POST /api/access-tokens', { body: accessTokenBody() })
    return { params: { id: data.id } }
  },
  'GET /api/webhooks': nothing,
  'POST /api/webhooks': async (shop) => {
    await makeRoom(shop)
    return { body: webhookBody() }
  },
  'PUT /api/webhooks/:id': async (shop) => {
    const { id, version } = await addWebhook(shop)
    return { params: { id }, body: { ...webhookBody(), version } }
  },
  'DELETE /api/webhooks/:id': async (shop) => ({ params: { id: (await addWebhook(shop)).id } }),
  'POST /api/webhooks/:id/test': async (shop) => ({ params: { id: (await addWebhook(shop)).id } }),
  'GET /api/webhooks/:id/deliveries': async (shop) => ({ params: { id: (await addWebhook(shop)).id } }),
  'POST /api/webhooks/:id/deliveries/:deliveryId/resend': async (shop) => {
    const { id } = await addWebhook(shop)
    const { data } = await shop.admin.ok('POST /api/webhooks/:id/test', { params: { id } })
    return { params: { id, deliveryId: data.id } }
  },
} satisfies Partial<Samples>
