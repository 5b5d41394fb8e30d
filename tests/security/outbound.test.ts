import { openHook, writes } from '../support/hook.ts'
import { notifyReady, openMessenger } from '../support/messenger.ts'
import { openShop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { listBaits, openLure } from './support/lure.ts'
import { on } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

const portOf = (url: string) => Number(new URL(url).port)

/** Puts addresses of the lure into messages, into the names in them and into what the gateway says. */
async function baitEverything(world: World, held: Held): Promise<void> {
  const lure = await openLure()
  try {
    const urls = listBaits(lure.port)
    const shop = await openShop(world)
    const messenger = await openMessenger(world)
    try {
      const { admin } = shop
      await messenger.link(shop)
      const { data: templates } = await admin.ok('GET /api/templates')
      for (const { id } of templates) {
        await admin.ok('PUT /api/templates/:id', { params: { id }, body: { customContent: `Vea ${urls.join(' ')}` } })
      }
      const client = await shop.addClient({ firstName: urls[0] ?? '', lastNames: urls[2] ?? '' })
      for (const behaviour of ['normal', 'redirect', 'unavailable', 'garbage'] as const) {
        messenger.fake.behaveToSends(behaviour)
        messenger.fake.behaveToOtherCalls(behaviour)
        await notifyReady(shop, client.id)
        for (let round = 0; round < 4; round += 1) await messenger.round()
      }
      const sent = messenger.fake.sent.length
      held(sent > 0 && messenger.fake.sent.every(({ text }) => text.includes(urls[0] ?? '')), 'no message left')
      const followed = messenger.fake.calls.filter((call) => call.includes('followed'))
      held(followed.length === 0, `the gateway sent it on to ${followed}`)
      const hook = await openHook(world, await openShop(world))
      for (const url of urls) {
        await hook.deliver(writes(url))
        const media = { url, mimetype: 'image/png', filename: url }
        await hook.deliver({
          event: 'message',
          payload: { ...Object(writes(url).payload), hasMedia: true, media, mediaUrl: url },
        })
        await hook.deliver({
          event: 'session.status',
          payload: { status: 'WORKING', url, me: { id: url, pushName: url } },
        })
      }
      const expected = new Set([portOf(world.ownerUrl), portOf(messenger.fake.url), lure.port])
      const app = world.app.server.address()
      if (typeof app === 'object' && app) expected.add(app.port)
      const strange = [...lure.ports].filter((port) => !expected.has(port))
      held(strange.length === 0, `it went to the ports ${strange}`)
    } finally {
      await messenger.close()
    }
    held(lure.ports.has(portOf(world.ownerUrl)), 'nothing that this process visits was noticed')
    for (const url of urls) held(lure.visits.length === 0, `for ${url} it went to ${lure.visits.slice(0, 3)}`)
    const asked = [...lure.names].filter((name) => !['127.0.0.1', 'localhost'].includes(name))
    held(asked.length === 0, `it asked for ${asked}`)
    held(!lure.ports.has(lure.port), 'it went to the lure')
  } finally {
    await lure.close()
  }
}

threat(
  'T-32',
  {
    what: 'Addresses in saved or sent values that make the server visit them',
    asvs: ['1.3.6', '13.2.4', '13.2.5'],
  },
  ({ proof }) => {
    proof('the server goes to its database and its gateway, and nowhere else', on(baitEverything))
  },
)
