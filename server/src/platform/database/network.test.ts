import { expect, test } from 'vitest'
import { readNetwork, readOwnersNetwork } from './network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the address %s belongs to the network %s', (address, network) => {
  expect(readNetwork(address)).toBe(network)
})

test.each([
  ['192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.7', '192.0.2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1'],
  ['2001:db8::9', '2001:db8:0'],
])('the address %s belongs to an owner of %s', (address, network) => {
  expect(readOwnersNetwork(address)).toBe(network)
})
