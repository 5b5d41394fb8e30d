import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  localDomain,
  operatorMenuSubdomains,
  operatorSubdomains,
  readSubdomain,
  reservedSubdomains,
  subdomainPattern,
} from './tenant-host.ts'

describe('the company that a host names', () => {
  test.each([
    ['demo.casillero.com', 'demo'],
    ['demo.casillero.com:3000', 'demo'],
    ['DEMO.Casillero.COM', 'demo'],
    ['demo.casillero.com.', 'demo'],
    ['demo.casillero.com.:8443', 'demo'],
    ['demo.casillero.localhost:5173', 'demo'],
    ['a.b.casillero.com', 'a'],
    ['xn--espaa-rta.casillero.com', 'xn--espaa-rta'],
    ['7-eleven.casillero.com', '7-eleven'],
    ['a.b.c', 'a'],
    [`${'a'.repeat(63)}.casillero.com`, 'a'.repeat(63)],
  ])('the host %s names the company %s', (host, subdomain) => {
    expect(readSubdomain(host)).toBe(subdomain)
  })

  test.each([
    ['demo.casillero.com', 'demo'],
    ['DEMO.Casillero.COM.:3000', 'demo'],
    ['demo.evil.example', null],
    ['demo.casillero.com.evil.example', null],
    ['demo.evilcasillero.com', null],
    ['a.demo.casillero.com', null],
    ['casillero.com', null],
    ['127.0.0.1', null],
  ])('the host %s names %s where casillero.com is the domain of the installation', (host, subdomain) => {
    expect(readSubdomain(host, 'casillero.com')).toBe(subdomain)
  })

  test.each([
    ['no more than two labels', ['localhost', 'localhost:3000', 'casillero.com', 'casillero.com.', 'demo.localhost']],
    ['IPv4 addresses', ['127.0.0.1', '127.0.0.1:3000', '192.168.1.20.', '10.0.0.1:80', '1.2.3', '0x7f.0.0.0x1']],
    ['IPv6 addresses', ['[::1]', '[::1]:3000', '::1', '[::ffff:127.0.0.1]', '::ffff:10.0.0.1', '[fe80::1%25eth0]:80']],
    ['hidden IPv4 addresses', ['demo.casillero.1', 'demo.0.0x7f', '127.0.0.1.:80', 'demo.casillero.0x', '0177.0.0.01']],
    ['empty labels', ['', '.', '..', '.demo.casillero.com', 'demo..casillero.com', 'demo.casillero.com..', '...']],
    ['bad ports', ['demo.casillero.com:', 'demo.casillero.com:http', 'demo.casillero.com:80:81', 'a.b.c:123456']],
    ['hosts in a list', ['demo.casillero.com, otra.casillero.com', 'demo.casillero.com,x.y.z', 'a.b.c d.e.f']],
    [
      'addresses of pages',
      ['http://demo.casillero.com', 'demo.casillero.com/', 'x@demo.casillero.com', 'a.b.c?x', 'a.b.c#'],
    ],
    [
      'spaces and control characters',
      [' demo.casillero.com', 'demo.casillero.com\n', 'demo\t.a.b', 'demo\0.a.b', 'demo.a.b\r\n'],
    ],
    [
      'hyphens at an edge',
      ['-demo.casillero.com', 'demo-.casillero.com', 'demo.-casillero.com', 'demo.casillero.com-'],
    ],
    ['other characters', ['de_mo.casillero.com', 'demo%2ecasillero.com', 'demo\\.casillero.com', '*.casillero.com']],
    [
      'letters that only look like or fold to Latin ones',
      ['dеmo.casillero.com', 'mar\u212A.a.com', 'demo。a.com', 'ıstmo.a.com', 'niña.a.com'],
    ],
    [
      'labels or names that are too long',
      [`${'a'.repeat(64)}.casillero.com`, `${'a'.repeat(300)}.a.com`, `${'a.'.repeat(126)}ab`],
    ],
  ])('hosts with %s name no company', (_, hosts) => {
    for (const host of hosts) expect(readSubdomain(host), JSON.stringify(host)).toBeNull()
  })

  test('any text gives null or a well-formed subdomain that the host begins with', () => {
    const nearHost = fc.string({
      unit: fc.constantFrom('a', 'B', '1', '-', '.', ':', '[', ' ', '/', 'ñ', '\u212A'),
      maxLength: 300,
    })
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), nearHost), (host) => {
        const subdomain = readSubdomain(host)
        if (subdomain === null) return
        expect(subdomain).toMatch(subdomainPattern)
        expect(host.toLowerCase().startsWith(`${subdomain}.`)).toBe(true)
      }),
    )
  })

  test('case, port and one trailing dot never change the company', () => {
    fc.assert(
      fc.property(fc.domain(), fc.nat({ max: 65535 }), (domain, port) => {
        const plain = readSubdomain(`demo.${domain}`)
        for (const form of [`demo.${domain}.`, `DEMO.${domain}`, `demo.${domain}:${port}`, `demo.${domain}.:${port}`]) {
          expect(readSubdomain(form)).toBe(plain)
        }
      }),
    )
  })

  test('an IP address never names a company', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.ipV6()),
        fc.constantFrom('', '.', ':80'),
        (address, tail) => {
          expect(readSubdomain(address + tail)).toBeNull()
          expect(readSubdomain(`[${address}]${tail}`)).toBeNull()
        },
      ),
    )
  })
})

describe('the names with a meaning of their own', () => {
  test('the operator names are reserved, and the menu shows for the first two', () => {
    expect(operatorSubdomains).toEqual(['desarrollo', 'master', 'adriandev'])
    expect(operatorMenuSubdomains).toEqual(['desarrollo', 'master'])
    for (const name of operatorSubdomains) expect(reservedSubdomains).toContain(name)
  })

  test('the 19 reserved names are well-formed and named once', () => {
    expect(reservedSubdomains).toHaveLength(19)
    expect(new Set(reservedSubdomains).size).toBe(19)
    for (const name of reservedSubdomains) expect(name).toMatch(subdomainPattern)
  })
})

test('on an installation of this machine alone, names that end in .localhost name a company and no others do', () => {
  for (const host of ['demo.casillero.localhost:3000', 'DEMO.mi-empresa.localhost.']) {
    expect(readSubdomain(host, localDomain), host).toBe('demo')
  }
  for (const host of ['demo.evil.example', 'demo.localhost.example', 'demo.casillero.com', '127.0.0.1:3000', '[::1]']) {
    expect(readSubdomain(host, localDomain), host).toBeNull()
  }
})
