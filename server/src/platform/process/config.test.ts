import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, requireDomain } from './config.ts'

test('the default configuration is this machine only, port 3000 and an embedded database in ./data', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    trustedProxy: false,
    baseDomain: undefined,
    environment: 'development',
    logLevel: 'info',
    poolSize: 10,
    waha: undefined,
    metrics: undefined,
    pace: {},
    webhooksToLocal: false,
  })
})

test('webhooks may call this machine where that is asked for, and never in production', () => {
  expect(readConfig({ WEBHOOKS_TO_LOCAL: 'yes' }).webhooksToLocal).toBe(true)
  expect(() => readConfig({ WEBHOOKS_TO_LOCAL: 'yes', NODE_ENV: 'production' })).toThrow('WEBHOOKS_TO_LOCAL')
})

test('metrics are served where a port is named, to this machine only unless said otherwise', () => {
  expect(readConfig({ METRICS_PORT: '9400' }).metrics).toEqual({ port: 9400, host: '127.0.0.1' })
  expect(readConfig({ METRICS_PORT: '9400', METRICS_HOST: '10.0.0.7' }).metrics?.host).toBe('10.0.0.7')
  expect(readConfig({ METRICS_HOST: '10.0.0.7' }).metrics).toBeUndefined()
})

test('the domain of the installation is a domain in any case, and nothing else', () => {
  expect(readConfig({ BASE_DOMAIN: ' Casillero.COM ' }).baseDomain).toBe('casillero.com')
  for (const wrong of ['casillero', '.casillero.com', 'casillero.com:443', 'https://casillero.com', '10.0.0.1']) {
    expect(() => readConfig({ BASE_DOMAIN: wrong }), wrong).toThrow('BASE_DOMAIN must be a domain')
  }
})

test('a real installation does not start without its domain, and a trial serves names of this machine alone', () => {
  expect(() => requireDomain(readConfig({ NODE_ENV: 'production' }))).toThrow(
    'BASE_DOMAIN must be set where NODE_ENV is',
  )
  expect(requireDomain(readConfig({ NODE_ENV: 'production', BASE_DOMAIN: 'casillero.com' }))).toBe('casillero.com')
  expect(requireDomain(readConfig({}))).toBe('localhost')
  expect(requireDomain(readConfig({ BASE_DOMAIN: 'casillero.com' }))).toBe('casillero.com')
})

test('an empty variable counts as missing', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', TRUSTED_PROXY: '' })).toEqual(readConfig({}))
})

test('a gateway needs its address, its key and the address of this server', () => {
  const waha = { WAHA_URL: 'https://waha.example', WAHA_API_KEY: 'k', WAHA_WEBHOOK_URL: 'http://127.0.0.1:3000' }
  expect(readConfig(waha).waha).toEqual({
    url: 'https://waha.example',
    apiKey: 'k',
    webhookUrl: 'http://127.0.0.1:3000',
  })
  for (const missing of ['WAHA_API_KEY', 'WAHA_WEBHOOK_URL']) {
    expect(() => readConfig({ ...waha, [missing]: '' })).toThrow(`so ${missing}`)
  }
  expect(() => readConfig({ ...waha, WAHA_URL: 'file:///etc/passwd' })).toThrow('WAHA_URL must be an http')
})

test('the pace of messages is read in seconds, hours and messages a day', () => {
  const variables = {
    WHATSAPP_QUIET_HOURS: '21-6',
    WHATSAPP_KNOWN_SECONDS: '4-8',
    WHATSAPP_FIRST_SECONDS: '30-60',
    WHATSAPP_FIRST_PER_DAY: '20-150',
  }
  expect(readConfig(variables).pace).toEqual({
    quietFromHour: 21,
    quietToHour: 6,
    knownLeastMs: 4_000,
    knownMostMs: 8_000,
    firstLeastMs: 30_000,
    firstMostMs: 60_000,
    firstContactsPerDay: 20,
    firstContactsMost: 150,
  })
})

test('several proxies are separated by commas', () => {
  const config = readConfig({ TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8, loopback' })
  expect(config.trustedProxy).toBe('127.0.0.1,10.0.0.0/8,fd00::/8,loopback')
})

test.each([
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, but is "65536".'],
  [{ PORT: '-1' }, 'PORT must be a whole number'],
  [{ PORT: '3e3' }, 'PORT must be a whole number'],
  [{ METRICS_PORT: 'yes' }, 'METRICS_PORT must be a whole number from 0 to 65535, but is "yes".'],
  [{ DB_POOL_SIZE: '0' }, 'DB_POOL_SIZE must be a whole number from 1 to 200, but is "0".'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be one of development, production, test, but is "prod".'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must look like postgres://'],
  [{ WHATSAPP_QUIET_HOURS: '20-24' }, 'WHATSAPP_QUIET_HOURS must be two whole numbers up to 23'],
  [{ WHATSAPP_KNOWN_SECONDS: '4' }, 'WHATSAPP_KNOWN_SECONDS must be two whole numbers'],
  [{ TRUSTED_PROXY: 'true' }, 'TRUSTED_PROXY must list IP addresses'],
  [{ TRUSTED_PROXY: '10.0.0.0/33' }, 'but has "10.0.0.0/33"'],
])('%o is refused with a sentence that says what is wrong', (variables, sentence) => {
  expect(() => readConfig(variables)).toThrow(sentence)
})

test('a wrong DATABASE_URL is not repeated, because it holds a password', () => {
  expect(() => readConfig({ DATABASE_URL: 'http://owner:secret@host' })).toThrow(/^((?!secret).)*$/)
})
