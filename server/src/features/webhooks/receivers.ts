import { type LookupAddress, type LookupOptions, lookup, Resolver } from 'node:dns'
import { BlockList, isIP } from 'node:net'

/** Addresses of this machine and its neighbours, and those of no host. */
const closed4 = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [address = '', bits] = network.split('/')
  closed4.addSubnet(address, Number(bits), 'ipv4')
}

/** Public addresses. `closed6` has those of them that stand for IPv4 addresses or for none. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
const closed6 = new BlockList()
closed6.addSubnet('2001::', 23, 'ipv6')
closed6.addSubnet('2001:db8::', 32, 'ipv6')
closed6.addSubnet('2002::', 16, 'ipv6')
closed6.addSubnet('3fff::', 20, 'ipv6')

let localAllowed = false

/** Only for tests and development. */
export function allowLocalReceivers(): void {
  localAllowed = true
}

/** Says whether it is on the public Internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed4.check(address, 'ipv4')
    case 6:
      return !address.includes('%') && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
    default:
      return false
  }
}

const mayBeCalled = (address: string): boolean => localAllowed || isPublicAddress(address)

/** Private on every name server. */
const privateName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)\.?$/i

/** Returns a sentence; undefined if the address may be called. */
export function findRefusal(address: string): string | undefined {
  const { protocol, hostname } = new URL(address)
  if (localAllowed) return undefined
  if (protocol !== 'https:') return 'Ingrese una dirección que empiece con https://'
  const host = hostname.replace(/^\[|\]$/g, '')
  const isPrivate = isIP(host) === 0 ? privateName.test(host) || !host.includes('.') : !isPublicAddress(host)
  return isPrivate ? 'La dirección no puede ser de una red privada' : undefined
}

/** The name leads to an address that is not public. */
export class PrivateReceiver extends Error {
  constructor() {
    super('The receiver is in a private network')
    this.name = 'PrivateReceiver'
  }
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void
type Lookup = (hostname: string, options: LookupOptions, done: Found) => void

/** Finds all addresses of a name. */
type Find = (hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

/** The system's look-up holds one of Node's four threads while a name server is silent; passwords, files and compression would wait. */
export const findByNameServer =
  (openResolver = () => new Resolver({ timeout: 2_000, tries: 2 })): Find =>
  (hostname, done) => {
    const resolver = openResolver()
    const ask = (family: 4 | 6) =>
      new Promise<LookupAddress[]>((resolve, reject) => {
        const answer = (error: Error | null, found: string[]) =>
          error ? reject(error) : resolve(found.map((address) => ({ address, family })))
        if (family === 4) resolver.resolve4(hostname, answer)
        else resolver.resolve6(hostname, answer)
      })
    Promise.allSettled([ask(4), ask(6)]).then(([four, six]) => {
      const found = [four, six].flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
      if (found.length > 0 || four.status === 'fulfilled') done(null, found)
      else done(four.reason, [])
    })
  }

/** Finds local names, which may be only in the system's own files. */
const findBySystem: Find = (hostname, done) =>
  lookup(hostname, { all: true }, (error, addresses) => done(error, addresses ?? []))

const findByEither: Find = (hostname, done) => (localAllowed ? findBySystem : findByNameServer())(hostname, done)

/** Checks the addresses of the connection itself, so that a name cannot change between check and call. */
export const createLookup =
  (find: Find = findByEither): Lookup =>
  (hostname, options, done) => {
    find(hostname, (error, addresses) => {
      const [first] = error ? [] : addresses
      if (error) done(error, '')
      else if (!first || !addresses.every(({ address }) => mayBeCalled(address))) done(new PrivateReceiver(), '')
      else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
