import { isIPv6 } from 'node:net'

/** IPv4 as IPv6 in its IPv4 form; of IPv6 the groups of 16 bits, without leading zeros. */
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

/** One subscriber's: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function readNetwork(address: string): string {
  const split = splitAddress(address)
  return typeof split === 'string' ? split : split.slice(0, 4).join(':')
}

/** One owner's of many addresses: 24 bits of IPv4, 48 of IPv6. */
export function readOwnersNetwork(address: string): string {
  const split = splitAddress(address)
  return typeof split === 'string' ? split.split('.').slice(0, 3).join('.') : split.slice(0, 3).join(':')
}
