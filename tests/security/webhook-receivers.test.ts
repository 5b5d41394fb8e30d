import { createServer } from 'node:net'
import { newSecret, postDelivery } from '../../server/src/features/webhooks/post-delivery.ts'
import { createLookup } from '../../server/src/features/webhooks/receivers.ts'
import { openShop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

/** A port of this machine that counts who connects. */
async function openLure() {
  let visits = 0
  const server = createServer((socket) => {
    visits += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    port: Number(Reflect.get(Object(server.address()), 'port')),
    visits: () => visits,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Ways to write this machine, its neighbours and the services of a cloud. */
const hosts = [
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  '127.0.0.1',
  '127.1',
  '0',
  '0.0.0.0',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '169.254.169.254',
  '10.0.0.1',
  '172.17.0.1',
  '192.168.0.1',
  '100.100.100.200',
  'metadata.google.internal',
  'caja',
  'caja.local',
  '①②⑦.⓪.⓪.①',
]

const events = ['invoice.created' as const]

/** Saves such addresses, in every scheme, and calls them past the check of the form. */
async function saveThem(world: World, held: Held): Promise<void> {
  const lure = await openLure()
  const { admin } = await openShop(world)
  try {
    for (const host of hosts) {
      for (const scheme of ['https', 'http']) {
        const address = `${scheme}://${host}:${lure.port}/`
        const answer = await admin.send('POST /api/webhooks', { body: { address, events } })
        held(answer.statusCode === 400, `${address} was saved`)
        if (!URL.canParse(address)) continue
        const delivery = { id: 'x', address, secret: newSecret(), body: '{}' }
        const { status } = await postDelivery(delivery, { timeoutMs: 1_000 })
        held(status === null && lure.visits() === 0, `${address} was called`)
      }
    }
    const odd = [
      'ftp://a.ejemplo.com/',
      'file:///etc/passwd',
      'https://x:y@a.ejemplo.com/',
      'javascript:alert(1)',
      'https://',
    ]
    for (const address of odd) {
      const answer = await admin.send('POST /api/webhooks', { body: { address, events } })
      held(answer.statusCode === 400, `${address} was saved`)
    }
  } finally {
    await lure.close()
  }
}

type Resolve = NonNullable<Parameters<typeof createLookup>[0]>
type Addresses = { address: string; family: number }[]
type Lookup = ReturnType<typeof createLookup>

const mapped = [
  [{ address: '127.0.0.1', family: 4 }],
  [{ address: '::1', family: 6 }],
  [{ address: '::ffff:127.0.0.1', family: 6 }],
  [
    { address: '8.8.8.8', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ],
  [{ address: '10.1.2.3', family: 4 }],
]

const resolverOf =
  (addresses: Addresses): Resolve =>
  (_name, done) =>
    done(null, addresses)

/** A name that is public when it is saved, and leads elsewhere when it is called. */
const rebind =
  (lookupOf: (resolve: Resolve) => Lookup) =>
  async (held: Held): Promise<void> => {
    const lure = await openLure()
    try {
      for (const addresses of mapped) {
        const address = `https://avisos.ejemplo.com:${lure.port}/`
        const delivery = { id: 'x', address, secret: newSecret(), body: '{}' }
        const { reason } = await postDelivery(delivery, { timeoutMs: 1_000, find: lookupOf(resolverOf(addresses)) })
        held(reason === 'La dirección es de una red privada', `${JSON.stringify(addresses)}: ${reason}`)
        held(lure.visits() === 0, `${JSON.stringify(addresses)} was connected to`)
      }
    } finally {
      await lure.close()
    }
  }

/** A look-up that believes what it finds. */
const believing = (resolve: Resolve): Lookup =>
  ((name, options, done) => {
    resolve(name, (error, addresses) =>
      options.all ? done(error, addresses) : done(error, addresses[0]?.address ?? '', addresses[0]?.family),
    )
  }) as Lookup

threat(
  'T-43',
  {
    what: 'Webhooks that make the server call itself, its neighbours or its cloud',
    asvs: ['1.3.6', '13.2.4', '13.2.5', '15.3.2'],
  },
  ({ proof, control }) => {
    proof('no address of a private network is saved, and none is called that was saved all the same', on(saveThem))
    proof('a name that leads to a private address when it is called gets no connection', rebind(createLookup))
    control('a look-up that is not checked', rebind(believing))
  },
)
