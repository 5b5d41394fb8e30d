import { type DeliveringTimes, deliveringJobs, deliveringTimes } from '../../server/src/features/webhooks/jobs.ts'
import type { Receiver } from './receiver.ts'
import type { Shop } from './shop.ts'
import type { World } from './world.ts'

export const quickDelivering: DeliveringTimes = {
  ...deliveringTimes,
  tickMs: 0,
  timeoutMs: 300,
  lanes: 1,
  restMs: 0,
  retryMs: [0, 0],
}

/** Sends all that may be sent now. */
export async function deliver({ database }: World, times: Partial<DeliveringTimes> = {}): Promise<void> {
  const [job] = deliveringJobs(database, { ...quickDelivering, ...times })
  while (await job?.run());
}

export const allEvents = [
  'package.status_changed',
  'invoice.created',
  'invoice.paid',
  'invoice.voided',
  'client.created',
] as const

type Listening = { events?: (typeof allEvents)[number][]; address?: string }

/** Adds a webhook of the shop that calls the receiver. */
export async function listen(shop: Shop, receiver: Receiver, values: Listening = {}) {
  const body = { address: receiver.url, events: [...allEvents], ...values }
  return (await shop.admin.ok('POST /api/webhooks', { body })).data
}

export const deliveriesOf = async (shop: Shop, id: string) =>
  (await shop.admin.ok('GET /api/webhooks/:id/deliveries', { params: { id } })).data

export const sendTest = (shop: Shop, id: string) => shop.admin.ok('POST /api/webhooks/:id/test', { params: { id } })
