import { phoneLoginKeys } from '@casillero/shared/domain/phone'
import { isPossiblePhone } from '@casillero/shared/domain/phone-possible'
import { searchPatterns, searchText } from '@casillero/shared/domain/search-text'
import { readSubdomain } from '@casillero/shared/domain/tenant-host'
import * as z from 'zod/mini'
import { bearerToken } from '../../server/src/platform/auth/session.ts'
import { formOf } from '../support/multipart-form.ts'
import { allCalls } from '../support/sample-calls.ts'
import { takeSample } from '../support/sampling.ts'
import { openShop, phoneOfNicaragua, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'
import { listPlaces, valueAt, withValue } from './walk/places.ts'

const size = 64 * 1024
const mostPasses = 20

/** Texts that make a careless pattern start again at every character. */
const adversarial = [
  'a',
  ' ',
  '\t\n',
  '0',
  '-',
  '.',
  '@',
  'a@a.',
  'a.',
  '{{',
  '{{a}} ',
  '*_~`',
  '%_',
  '\u0301',
  'ﬃ',
  '👩‍',
  '\u202e',
  '+505 ',
  'http://',
].flatMap((part) => {
  const whole = part.repeat(Math.ceil(size / part.length)).slice(0, size)
  return [whole, `a${whole}!`, `${whole}\n@`]
})

function millisecondsOf(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

const plainText = 'Ana Núñez '.repeat(size / 10)
const readPlainText = () => plainText.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The fastest pass of this file, after the engine has compiled it. */
const fastestPass = Math.min(...Array.from({ length: 50 }, () => millisecondsOf(readPlainText)))

/**
 * How many times as long as one linear pass over a plain text of 64 KiB. Where a check is slow beside the fastest pass of all, passes
 * are timed beside it, the fastest of three to ten tries on both sides: on a busy machine any single one may have waited.
 */
function passesOf(work: () => unknown): number {
  let best = millisecondsOf(work)
  if (best <= mostPasses * fastestPass) return best / fastestPass
  let pass = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 10 && (attempt < 3 || best > mostPasses * pass); attempt += 1) {
    pass = Math.min(pass, millisecondsOf(readPlainText))
    best = Math.min(best, millisecondsOf(work))
  }
  return best / pass
}

type Validator = { what: string; check: (text: string) => unknown }

/** Lists every text that a call takes, inside a valid sample. */
async function validatorsOf(shop: Shop): Promise<Validator[]> {
  const found: Validator[] = []
  for (const { name, endpoint, sample: makeSample } of takeSample(allCalls, 20)) {
    const sample = await makeSample(shop)
    for (const part of ['body', 'query', 'params'] as const) {
      const schema = endpoint[part]
      if (!schema) continue
      const texts = listPlaces(sample[part]).filter((place) => typeof valueAt(sample[part], place) === 'string')
      for (const place of texts) {
        const check = (text: string) => z.safeParse(schema, withValue(sample[part], place, text))
        found.push({ what: `${name} ${part}.${place.join('.')}`, check })
      }
    }
  }
  return found
}

/** The checks of texts without a schema's limit. */
const ownChecks: Validator[] = [
  { what: 'the host', check: readSubdomain },
  { what: 'the token', check: (text) => bearerToken(`Bearer ${text}`) },
  { what: 'the search', check: searchPatterns },
  { what: 'a phone', check: isPossiblePhone },
  // The longest text that a schema accepts.
  { what: 'a kept text', check: (text) => searchText(text.slice(0, 1000)) },
  { what: 'an identifier', check: (text) => phoneLoginKeys(text.slice(0, 1000)) },
]

function timeChecks(checks: Validator[], held: Held, texts = adversarial): void {
  for (const { what, check } of checks) {
    for (const text of texts) {
      const passes = passesOf(() => check(text))
      held(passes <= mostPasses, `${what} takes ${Math.round(passes)} passes for ${JSON.stringify(text.slice(0, 12))}…`)
    }
  }
}

async function timeEveryCheck(world: World, held: Held): Promise<void> {
  timeChecks([...ownChecks, ...(await validatorsOf(await openShop(world)))], held)
}

const ana = { firstName: 'Ana', lastNames: 'Núñez', phone: phoneOfNicaragua }
const poisons = [
  '"__proto__":{"isAdmin":true}',
  '"__proto__":{"toString":"x"}',
  '"\\u005f_proto__":{"isAdmin":true}',
  '"constructor":{"prototype":{"isAdmin":true}}',
  '"a":{"b":[{"__proto__":{"isAdmin":true}}]}',
  '"a":{"constructor":{"prototype":{"isAdmin":true}}}',
]

async function poisonPrototypes(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const headers = { host: shop.host, authorization: `Bearer ${shop.admin.token}` }
  const isClean = () => !('isAdmin' in {}) && typeof Object.prototype.toString === 'function'
  for (const poison of poisons) {
    const payload = `{${JSON.stringify(ana).slice(1, -1)},${poison}}`
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/client',
      headers: { ...headers, 'content-type': 'application/json' },
      payload,
    })
    held(answer.statusCode === 400 && isClean(), `${poison}: ${answer.body}`)
  }
  for (const name of [
    '__proto__',
    '__proto__[isAdmin]',
    'constructor',
    'constructor.prototype',
    'toString',
    'hasOwnProperty',
  ]) {
    const asked = await world.app.inject({ url: `/api/client?${encodeURIComponent(name)}=x&page=1`, headers })
    held(asked.statusCode === 200 && isClean(), `?${name}: ${asked.body}`)
    const form = formOf([
      { name: 'name', content: 'Envíos' },
      { name, content: 'x' },
    ])
    const sent = await world.app.inject({
      method: 'PUT',
      url: '/api/companies/update',
      headers: { ...headers, 'content-type': form.contentType },
      payload: form.payload,
    })
    const isPoison = name in {}
    held(
      sent.statusCode === (isPoison ? 400 : 200) && isClean(),
      `a part named ${name}: ${sent.statusCode} ${sent.body}`,
    )
    const found = await world.app.inject({ url: `/api/packages/${name}`, headers })
    held(found.statusCode === 404, `a package of the id ${name}: ${found.body}`)
    const token = await world.app.inject({
      url: '/api/client',
      headers: { ...headers, authorization: `Bearer ${name}` },
    })
    held(token.statusCode === 401, `a token ${name}: ${token.body}`)
  }
}

/** A pattern that doubles its work with every letter, short enough here to end. */
const carelessPattern = /^([a-zA-Z0-9.]+)+@/
const careless: Validator = { what: 'a careless pattern', check: (text) => carelessPattern.test(text.slice(0, 25)) }

async function readJsonPlainly({ app }: World): Promise<void> {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, JSON.parse(String(body))),
  )
}

threat(
  'T-31',
  { what: 'Texts that keep a check busy, and keys that change every object', asvs: ['1.3.12', '15.3.6'] },
  ({ proof, control }) => {
    proof(
      '64 KiB of the worst text take no check as long as 20 passes over a plain one',
      on(timeEveryCheck, { hasGateway: true }),
    )
    proof('no key of a body, an address or a form changes an object', on(poisonPrototypes))
    control('a pattern that tries everything', async (held) => timeChecks([careless], held, adversarial.slice(0, 1)))
    control('a parser that takes any key', on(poisonPrototypes, { weaken: readJsonPlainly }))
  },
)
