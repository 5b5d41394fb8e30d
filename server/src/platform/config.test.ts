import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('configuration', () => {
  test('nothing set: this machine only, port 3000, an embedded database in ./data', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      trustedProxy: false,
      environment: 'development',
      logLevel: 'info',
      poolSize: 10,
    })
  })

  test('an empty variable counts as missing', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', TRUSTED_PROXY: '' })).toEqual(readConfig({}))
  })

  test('several proxies are separated by commas', () => {
    const config = readConfig({ TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8, loopback' })
    expect(config.trustedProxy).toBe('127.0.0.1,10.0.0.0/8,fd00::/8,loopback')
  })

  test.each([
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, but is "65536".'],
    [{ PORT: '-1' }, 'PORT must be a whole number'],
    [{ PORT: '3e3' }, 'PORT must be a whole number'],
    [{ DB_POOL_SIZE: '0' }, 'DB_POOL_SIZE must be a whole number from 1 to 200, but is "0".'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be one of development, production, test, but is "prod".'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must look like postgres://'],
    [{ TRUSTED_PROXY: 'true' }, 'TRUSTED_PROXY must list IP addresses'],
    [{ TRUSTED_PROXY: '10.0.0.0/33' }, 'but has "10.0.0.0/33"'],
  ])('%o is refused with a sentence that says what is wrong', (variables, sentence) => {
    expect(() => readConfig(variables)).toThrow(sentence)
  })

  test('a wrong DATABASE_URL is not repeated, because it holds a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'http://owner:secret@host' })).toThrow(/^((?!secret).)*$/)
  })
})
