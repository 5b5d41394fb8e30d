import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { openHook, writes } from '../support/hook.ts'
import { notifyReady, openMessenger } from '../support/messenger.ts'
import { openShop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { sendEverywhere } from './support/every-place.ts'
import { on } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'

/** Opens an address that the server has no reason to visit, and records every address that this process visits. */
async function openLure() {
  const visits: string[] = []
  const lure = createServer((request, answer) => {
    visits.push(`the lure: ${request.method} ${request.url}`)
    answer.end()
  })
  await new Promise<void>((resolve) => lure.listen(0, '127.0.0.1', resolve))
  const address = lure.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const names = new Set<string>()
  const ports = new Set<number>()
  const note = (message: unknown) => {
    const { socket }: { socket?: Socket } = Object(message)
    socket?.on('lookup', (_error, _address, _family, host) => names.add(host))
    socket?.on('connect', () => ports.add(socket.remotePort ?? 0))
  }
  subscribe('net.client.socket', note)
  return {
    port,
    visits,
    names,
    ports,
    async close() {
      unsubscribe('net.client.socket', note)
      lure.closeAllConnections()
      await new Promise((resolve) => lure.close(resolve))
    },
  }
}

const portOf = (url: string) => Number(new URL(url).port)

/** Puts addresses of the lure into every place that a user or the gateway can write. */
async function baitEverything(world: World, held: Held): Promise<void> {
  const lure = await openLure()
  try {
    const urls = [
      `http://127.0.0.1:${lure.port}/a.png`,
      `//127.0.0.1:${lure.port}/a`,
      `<img src="http://[::ffff:7f00:1]:${lure.port}/">`,
      `file:///etc/passwd`,
      `http://lure.invalid:${lure.port}/`,
    ]
    await sendEverywhere(world, (_, what) => held(lure.visits.length === 0, what), urls.slice(0, tries(1, 5)))
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

/** A server that fetches addresses in a text to show a preview. */
async function previewLinks({ app }: World): Promise<void> {
  app.addHook('preHandler', async ({ body }) => {
    const url = /http:\/\/127[^"\s\\]*/.exec(JSON.stringify(body) ?? '')?.[0]
    if (url && /a\.png/.test(url)) await fetch(url).catch(() => undefined)
  })
}

threat(
  'T-32',
  {
    what: 'Addresses in saved or sent values that make the server visit them',
    asvs: ['1.3.6', '13.2.4', '13.2.5'],
  },
  ({ proof, control }) => {
    proof('the server goes to its database and its gateway, and nowhere else', on(baitEverything))
    control('a server that fetches the links in a text', on(baitEverything, { weaken: previewLinks }))
  },
)
