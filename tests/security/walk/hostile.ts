import type { Sample } from '../../support/sample-calls.ts'
import { isWholeRun, seed } from '../../support/sampling.ts'
import { injections } from '../support/injections.ts'
import { type Lure, listBaits } from '../support/lure.ts'
import { revealing } from '../support/revealing.ts'
import { listPlaces, withValue } from './places.ts'
import type { Step } from './refused.ts'
import { type Check, type Scene, send } from './scene.ts'

const texts = [
  'a\u0000b',
  'a\ud800b',
  '\u0007\u001b[31m',
  '\u009b31m',
  '\u202eann\u202c \u2067x',
  '\u200f\u061c',
  '👩‍👩‍👧',
  `a${'\u0301'.repeat(1000)}`,
  '\u200b\u2060\ufeff',
  'х'.repeat(120),
  'x'.repeat(20_000),
  `a@${'.'.repeat(200_000)}@`,
  '%_\\',
  `'; drop table clients; --`,
  '{{tracking}} $& $1',
  '',
  ' \t\n ',
  '0000-01-01',
  '9999-12-31',
  '2026-02-30',
  '01890000-0000-7000-8000-000000000000',
  '1e400',
  'ﬁ ① ㎏ Ⅷ',
  '＜script＞',
  '\ufffe\uffff',
  'I\u0307 ı ß ſ',
  'null',
  'constructor',
]

const kinds = [null, true, 0, -1, 0.005, 101, 1e30, Number.MAX_VALUE, [], [[[[]]]], { toString: 'x', constructor: 'x' }]

/** Makes a value fit into an address, whose length Node limits to 16 KiB. */
function asText(value: unknown): string {
  const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)
  return text.slice(0, 4_000)
}

/** Lists what puts a value into each place of a sample. */
function listTries(name: string, sample: Sample): ((value: unknown) => Sample)[] {
  const { body, query = {}, params = {} } = sample
  return [
    ...(body === undefined ? [] : listPlaces(body)).map((place) => (value: unknown) => ({
      ...sample,
      body: withValue(body, place, value),
    })),
    ...Object.keys(query).map((key) => (value: unknown) => ({ ...sample, query: { ...query, [key]: asText(value) } })),
    ...Object.keys(name.includes(':') ? params : {}).map((key) => (value: unknown) => ({
      ...sample,
      params: { ...params, [key]: encodeURIComponent(asText(value)) },
    })),
  ]
}

const rounds = isWholeRun ? 6 : 1
let turn = seed

/**
 * Sends hostile values in every place of a call, one at a time: nothing breaks, nor shows the inside. The places take the families and
 * their values in turn, from another one on each day; in a whole run each place takes several of each family.
 */
export async function sendHostileValues(scene: Scene, { call, theirs, theirAdmin }: Step, lure: Lure): Promise<void> {
  const families: [Check, readonly unknown[]][] = [
    ['text', [...texts, ...listBaits(lure.port)]],
    ['kind', kinds],
    ['injection', injections],
  ]
  const { name, endpoint } = call
  const tries = listTries(name, theirs)
  for (const put of Array.from({ length: rounds }, () => tries).flat()) {
    turn += 1
    const first = turn % families.length
    for (const [check, values] of isWholeRun ? families : families.slice(first, first + 1)) {
      const sent = put(values[Math.floor(turn / families.length) % values.length])
      const answer = await send(scene, theirAdmin, name, { ...sent, from: `10.0.0.${turn % 250}` })
      const isDone = answer.statusCode < 400
      // A call that answers with a file has no envelope when it succeeds.
      const isOneForm = (endpoint.file !== undefined && isDone) || answer.json().success === isDone
      const isClean = answer.statusCode < 500 && isOneForm && (isDone || !revealing.test(answer.body))
      scene.note('visit', lure.visits.length === 0, `after ${name} it went to ${lure.visits.at(-1)}`)
      scene.note(check, isClean, `${name} ${JSON.stringify(sent).slice(0, 500)} → ${answer.body}`)
    }
  }
}
