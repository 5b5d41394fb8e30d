import { allEndpoints } from '@casillero/shared/contract/api'
import { isCall, sampleCalls } from '../../support/sample-calls.ts'
import { takeSample } from '../../support/sampling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import type { World } from '../../support/world.ts'
import type { Held } from './threat.ts'

type Path = (string | number)[]
type Sample = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/** Lists the paths of the values of a sample, its containers included. */
export function slotsOf(value: unknown, path: Path = []): Path[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [path, ...entries.flatMap(([key, inner]) => slotsOf(inner, [...path, key]))]
}

/** Copies a sample with another value at a path. */
export function withValue(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const copy: object = Array.isArray(whole) ? [...whole] : { ...Object(whole) }
  Reflect.set(copy, key, withValue(Reflect.get(copy, key), rest, value))
  return copy
}

/** Makes a value fit into an address, whose length Node limits to 16 KiB. */
function asText(value: unknown): string {
  const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)
  return text.slice(0, 4_000)
}

/** Texts that no answer may show. */
export const revealing =
  /\bat .*\.ts:\d|node_modules|\b(select|insert into|update) .*\b(from|values|set)\b|syntax error|relation "/i

type Sent = { name: string; sent: Sample; answer: Awaited<ReturnType<Shop['admin']['send']>> }

function triesOf(name: string, sample: Sample, values: readonly unknown[], shop: Shop): Sample[] {
  const hasBody = sample.body !== undefined
  return values.flatMap((value) => [
    ...(hasBody ? slotsOf(sample.body).map((slot) => ({ ...sample, body: withValue(sample.body, slot, value) })) : []),
    ...Object.keys(sample.query ?? {}).map((key) => ({ ...sample, query: { ...sample.query, [key]: asText(value) } })),
    ...Object.keys(name.includes(':') ? (sample.params ?? {}) : {}).map((key) => {
      return { ...sample, params: { id: shop.id, ...sample.params, [key]: encodeURIComponent(asText(value)) } }
    }),
  ])
}

/**
 * Sends every value in every place of the calls of the run's sample, one at a time: nothing may break, nor show the inside. One
 * sign-in costs 30 ms by design, so it gets the first values alone.
 */
export async function sendEverywhere(
  world: World,
  held: Held,
  values: readonly unknown[],
  look: (sent: Sent) => void = () => undefined,
): Promise<void> {
  const shop = await openShop(world)
  const operator = await openShop(world, { isOperator: true })
  for (const { method, path, who, file } of takeSample(allEndpoints, 40)) {
    const name = `${method} ${path}`
    if (!isCall(name)) throw new Error(`${name} has no sample`)
    const isSignIn = path === '/api/auth/login'
    // A try may be a good password, which would be another one than later samples confirm.
    const own = path === '/api/account/password' ? await openShop(world) : shop
    const tries = triesOf(name, Object(await sampleCalls[name](own)), isSignIn ? values.slice(0, 18) : values, own)
    const company = who === 'companies.manage' ? operator : own
    const actor = path === '/api/auth/logout' ? company.anonymous : company.admin
    for (const [index, sent] of tries.entries()) {
      const answer = await actor.send(name, { ...sent, from: `10.0.0.${index % 250}` })
      const isClean = answer.statusCode < 400 || !revealing.test(answer.body)
      // A call that answers with a file has no envelope when it succeeds.
      const isFile = file !== undefined && answer.statusCode < 400
      const isOneForm = isFile || answer.json().success === answer.statusCode < 400
      held(
        answer.statusCode < 500 && isClean && isOneForm,
        `${name} ${JSON.stringify(sent).slice(0, 500)} → ${answer.body}`,
      )
      look({ name, sent, answer })
    }
  }
}
