import { pbkdf2 } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns'
import { createServer as createSocketServer, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { newSecret, postDelivery } from './post-delivery.ts'
import { allowLocalReceivers, createLookup, findByNameServer, findRefusal, isPublicAddress } from './receivers.ts'

const closed = [
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '192.0.0.8',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fe80::1%lo',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'not an address',
]

test.each(closed)('%s is no public address', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['8.8.8.8', '172.32.0.1', '192.167.1.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

const privately = 'La dirección no puede ser de una red privada'

test.each([
  ['http://avisos.ejemplo.com/', 'Ingrese una dirección que empiece con https://'],
  ['https://localhost/', privately],
  ['https://LOCALHOST:8443/', privately],
  ['https://app.localhost./', privately],
  ['https://caja/', privately],
  ['https://caja.local/', privately],
  ['https://metadata.google.internal/', privately],
  ['https://127.0.0.1/', privately],
  ['https://2130706433/', privately],
  ['https://0x7f.1/', privately],
  ['https://0177.0.0.1/', privately],
  ['https://127.1/', privately],
  ['https://[::1]/', privately],
  ['https://[::ffff:127.0.0.1]/', privately],
  ['https://169.254.169.254/latest/meta-data/', privately],
  ['https://avisos.ejemplo.com/casillero', undefined],
  ['https://avisos.ejemplo.com:8443/casillero?de=1', undefined],
  ['https://8.8.8.8/', undefined],
] as const)('the address %s is refused with %j', (address, refusal) => expect(findRefusal(address)).toBe(refusal))

type Addresses = { address: string; family: number }[]
type Find = NonNullable<Parameters<typeof createLookup>[0]>

/** A resolver that gives these addresses, one list after the other. */
function resolverOf(...lists: Addresses[]): Find {
  const next = [...lists]
  return (_name, done) => done(null, next.shift() ?? [])
}

const open = { address: '8.8.8.8', family: 4 }
const inside = { address: '127.0.0.1', family: 4 }

const find = (resolve: Find, options: object = { all: true }) =>
  new Promise((done) => createLookup(resolve)('avisos.ejemplo.com', options, (error, found) => done(error ?? found)))

test('a name is looked up for the connection, and refused when any of its addresses is private', async () => {
  expect(await find(resolverOf([open]))).toEqual([open])
  expect(await find(resolverOf([open]), {})).toBe('8.8.8.8')
  expect(await find(resolverOf([open, inside]))).toMatchObject({ name: 'PrivateReceiver' })
  expect(await find(resolverOf([inside]), {})).toMatchObject({ name: 'PrivateReceiver' })
  expect(await find(resolverOf([]))).toMatchObject({ name: 'PrivateReceiver' })
})

/** A name server of this machine. */
async function openNameServer(answer: (question: Buffer) => Buffer | undefined) {
  const server = createSocket('udp4')
  server.on('message', (question, from) => {
    const bytes = answer(question)
    if (bytes !== undefined) server.send(bytes, from.port, from.address)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  return {
    open: () => {
      const resolver = new Resolver({ timeout: 60_000, tries: 1 })
      resolver.setServers([`127.0.0.1:${server.address().port}`])
      return resolver
    },
    close: () => server.close(),
  }
}

/** The answer to a question for IPv4 with one address; for IPv6 one without any. */
function answerOf(question: Buffer): Buffer {
  const isFour = question.readUInt16BE(question.indexOf(0, 12) + 1) === 1
  const end = question.indexOf(0, 12) + 5
  const head = Buffer.concat([question.subarray(0, 2), Buffer.from([0x81, 0x80, 0, 1, 0, isFour ? 1 : 0, 0, 0, 0, 0])])
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 8, 8, 8, 8])
  return Buffer.concat([head, question.subarray(12, end), isFour ? record : Buffer.alloc(0)])
}

test('a name that has addresses of one kind alone is found by them', async () => {
  const server = await openNameServer(answerOf)
  expect(await find(findByNameServer(server.open))).toEqual([open])
  server.close()
})

test('twenty look-ups at a name server that is silent take none of the threads that passwords and files wait for', async () => {
  const server = await openNameServer(() => undefined)
  const resolvers: Resolver[] = []
  const openResolver = () => {
    const resolver = server.open()
    resolvers.push(resolver)
    return resolver
  }
  let ended = 0
  const lookups = Array.from({ length: 20 }, () =>
    find(findByNameServer(openResolver)).then((outcome) => {
      ended += 1
      return outcome
    }),
  )
  await promisify(pbkdf2)('a', 'b', 1, 8, 'sha256')
  expect(ended).toBe(0)
  for (const resolver of resolvers) resolver.cancel()
  expect(await Promise.all(lookups)).toHaveLength(20)
  server.close()
})

const flood = (socket: Socket, part: string) => {
  const write = () => {
    while (socket.writable && socket.write(part));
  }
  socket.on('drain', write)
  write()
}
const answers: [string, (socket: Socket) => void, { status: number | null; reason: string | null }][] = [
  [
    'changes the protocol',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    { status: null, reason: 'No se pudo entregar' },
  ],
  [
    'announces an answer without end',
    (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)),
    { status: null, reason: 'No respondió a tiempo' },
  ],
  [
    'begins a head and stops',
    (socket) => socket.write('HTTP/1.1 200 OK\r\nserver: '),
    { status: null, reason: 'No respondió a tiempo' },
  ],
  [
    'sends a head without end',
    (socket) => flood(socket, `HTTP/1.1 200 OK\r\nserver: ${'x'.repeat(65_536)}`),
    { status: null, reason: 'No se pudo entregar' },
  ],
  ['speaks no HTTP', (socket) => socket.write('220 mail ready\r\n'), { status: null, reason: 'No se pudo entregar' }],
  [
    'sends a body without end',
    (socket) => flood(socket, `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(65_536)}`),
    { status: 200, reason: null },
  ],
]

test.each(answers)('a receiver that %s ends the try, and its connection is closed', async (_what, act, receipt) => {
  allowLocalReceivers()
  const closed = Promise.withResolvers<void>()
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('close', () => closed.resolve())
    socket.once('data', () => act(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${Reflect.get(Object(server.address()), 'port')}/`
  const delivery = { id: 'x', address, secret: newSecret(), body: '{}' }
  // Where the time is not what ends the try, it is long enough to be no help.
  const timeoutMs = receipt.reason === 'No respondió a tiempo' ? 300 : 3_600_000
  expect(await postDelivery(delivery, { timeoutMs })).toEqual(receipt)
  await closed.promise
  server.close()
})
