import { isIPv6 } from 'node:net'

/** Treats IPv4 in IPv6 as IPv4; splits IPv6 into groups of 16 bits without leading zeros. */
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

/** One subscriber's network: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function readNetwork(address: string): string {
  const split = splitAddress(address)
  return typeof split === 'string' ? split : split.slice(0, 4).join(':')
}

/** The network of an owner of many addresses: 24 bits of IPv4, 48 of IPv6. */
export function readOwnersNetwork(address: string): string {
  const split = splitAddress(address)
  return typeof split === 'string' ? split.split('.').slice(0, 3).join('.') : split.slice(0, 3).join(':')
}
