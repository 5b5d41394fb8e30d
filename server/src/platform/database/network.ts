import { isIPv6 } from 'node:net'

/** The address, of IPv4 written as IPv6 its IPv4 form; of IPv6 the groups of 16 bits, each without leading zeros. */
function splitAddress(address: string): string | string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const groups = tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
  return groups.map((group) => Number.parseInt(group, 16).toString(16))
}

/**
 * The network of one subscriber: an IPv4 address, or the first 64 bits of an IPv6 address, because a subscriber has all of the
 * rest.
 */
export function readNetwork(address: string): string {
  const split = splitAddress(address)
  return typeof split === 'string' ? split : split.slice(0, 4).join(':')
}

/** The network that is given to one owner of many addresses: 24 bits of an IPv4 address, 48 of an IPv6 address. */
export function readOwnersNetwork(address: string): string {
  const split = splitAddress(address)
  return typeof split === 'string' ? split.split('.').slice(0, 3).join('.') : split.slice(0, 3).join(':')
}
