import type { Endpoint } from '@casillero/shared/contract/endpoint'
import type { UserType } from '@casillero/shared/domain/permissions'
import { type Callers, isOf } from '@casillero/shared/test/callers'
import { callsOfPermissions } from '@casillero/shared/test/calls-of-permissions'
import { whoMayCall } from '@casillero/shared/test/who-may-call'
import * as z from 'zod/mini'
import { hashToken, newAccessToken } from '../../../server/src/platform/auth/session.ts'
import type { Actor, Call } from '../../support/actor.ts'
import { allCalls, isOperators, type Sample, type SampledCall } from '../../support/sample-calls.ts'
import { isWholeRun } from '../../support/sampling.ts'
import { absentId } from '../../support/world.ts'
import { listPlaces, type Path, valueAt, withValue } from './places.ts'
import { listChanges, readRows, type Scene, send, writeAddress } from './scene.ts'

/** A call of the walk with its sample of the shop, and that of the neighbour for an admin who may make it there. */
export type Step = { call: SampledCall; own: Sample; theirs: Sample; theirAdmin: Actor }

const types: readonly UserType[] = ['viewer', 'user', 'admin']

/** Makes every try of a call that must be refused; then no row of the shop or of its neighbour differs. */
export async function tryAllRefused(scene: Scene, step: Step): Promise<void> {
  const before = await readRows(scene)
  await askWithoutSession(scene, step)
  await askWithoutRight(scene, step)
  await askWithoutPermission(scene, step)
  await askForForeignRows(scene, step)
  await referToForeignRows(scene, step)
  await sayTwice(scene, step)
  const changes = listChanges(before, await readRows(scene))
  scene.note('unchanged', changes.length === 0, `a refused try of ${step.call.name} changed ${changes}`)
  await askByToken(scene, step)
}

/** All calls ask one function whether a session counts, so each tries a quarter of the outsiders, another one than the call before. */
function chooseOutsiders({ outsiders }: Scene, name: Call) {
  const turn = allCalls.findIndex((call) => call.name === name)
  return isWholeRun ? outsiders : outsiders.filter((_, at) => at === 0 || at % 4 === turn % 4)
}

async function askWithoutSession(scene: Scene, { call: { name, endpoint } }: Step): Promise<void> {
  if (endpoint.who === 'anyone') return
  const address = writeAddress(name, { params: { id: absentId } })
  for (const { by, headers = {}, query = {} } of chooseOutsiders(scene, name)) {
    const answer = await send(scene, scene.shop.anonymous, `${address}${new URLSearchParams(query)}`, { headers })
    const isRefused = answer.statusCode === 401 && answer.json().code === 'unauthorized'
    scene.note('session', isRefused, `${name} by ${by}: ${answer.statusCode} ${answer.body}`)
  }
}

/** Lists the signed-in users of the shop and of the operator who may not make a call. */
function listUnentitled({ shop, operator }: Scene, callers: Callers): [string, Actor][] {
  return [false, true].flatMap((isOperator) => {
    const company = isOperator ? operator : shop
    return types
      .filter((type) => !isOf[callers]({ type, isOperator }))
      .map((type): [string, Actor] => [`${isOperator ? 'an operator’s' : 'a'} ${type}`, company[type]])
  })
}

async function askWithoutRight(scene: Scene, { call: { name }, own }: Step): Promise<void> {
  for (const [who, actor] of listUnentitled(scene, whoMayCall[name])) {
    const since = scene.log.length
    const { statusCode, body } = await send(scene, actor, name, own)
    scene.note('rights', statusCode === 403, `${name} by ${who}: ${statusCode} ${body}`)
    const isLogged = scene.log.slice(since).some((line) => {
      const { msg, userId, companyId, reqId } = JSON.parse(line)
      return msg === 'forbidden' && userId === actor.userId && companyId && reqId
    })
    scene.note('refusalLog', isLogged, `${name} by ${who}: ${scene.log.slice(since)}`)
  }
}

async function askWithoutPermission(scene: Scene, { call: { name }, own }: Step): Promise<void> {
  for (const [permission, user] of scene.deprived) {
    if (!callsOfPermissions[permission].includes(name)) continue
    const { statusCode, body } = await send(scene, user, name, own)
    const isNamed = statusCode === 403 && JSON.parse(body).details?.permission === permission
    scene.note('permission', isNamed, `${name} without ${permission}: ${statusCode} ${body}`)
  }
}

/** Asks by the ids of the neighbour's rows, which are answered as ids that no row has. */
async function askForForeignRows(scene: Scene, { call, own, theirs }: Step): Promise<void> {
  const { name, endpoint } = call
  if (!endpoint.path.includes('/:id')) return
  const { shop, operator, note } = scene
  const answerTo = async (actor: Actor, params: Sample['params']) => {
    const { statusCode, body } = await send(scene, actor, name, { ...own, ...theirs, ...(params && { params }) })
    return `${statusCode} ${body}`
  }
  if (isOperators(endpoint)) {
    const wrong: Sample['params'][] = [absentId, 'no-es-un-id'].map((id) => ({ ...own.params, id }))
    if (theirs.params?.userId) wrong.push({ id: shop.id, userId: theirs.params.userId })
    for (const params of wrong) {
      const answer = await answerTo(operator.admin, params)
      note('foreignId', /^404 .*"not_found"/.test(answer), `${name} for ${JSON.stringify(params)}: ${answer}`)
    }
    return
  }
  for (const type of types) {
    const [absent, malformed] = [{ id: absentId }, { id: 'no-es-un-id' }]
    const answer = await answerTo(shop[type], undefined)
    const others = [await answerTo(shop[type], absent), await answerTo(shop[type], malformed)]
    const isRefusal = type === 'admin' ? /^404 .*"not_found"/ : /^40[34] /
    const isAlike = isRefusal.test(answer) && others.every((other) => other === answer)
    note('foreignId', isAlike, `${name} by ${type}: ${answer}, an absent one: ${others}`)
  }
  // A row of the neighbour's below one of the own.
  if (Object.keys(theirs.params ?? {}).length < 2) return
  const answer = await answerTo(shop.admin, { ...theirs.params, id: own.params?.id ?? '' })
  note('foreignId', answer.startsWith('404 '), `${name} below an own row: ${answer}`)
}

/** `rawId` is WebAuthn's name for the key of an authenticator, and refers to no row. */
const isReference = (key: string | number): boolean => /Ids?$/.test(String(key)) && key !== 'rawId'

const listReferences = (body: unknown): Path[] =>
  listPlaces(body).filter((path) => path.some(isReference) && typeof valueAt(body, path) === 'string')

/** Puts a row of the neighbour's into each place of a body that refers to a row. */
async function referToForeignRows(scene: Scene, { call: { name, endpoint }, own, theirs }: Step): Promise<void> {
  if (endpoint.method === 'GET' || isOperators(endpoint)) return
  for (const path of listReferences(own.body)) {
    const foreign = valueAt(theirs.body, path)
    const body = withValue(own.body, path, foreign)
    const answer = await send(scene, scene.shop.admin, name, { ...own, body })
    const isRefused = [400, 404, 409].includes(answer.statusCode) && !answer.body.includes(String(foreign))
    scene.note('reference', isRefused, `${name} ${path.join('.')}: ${answer.statusCode} ${answer.body}`)
  }
}

/** The parameters of a query that stand in it once at most. */
const listSingle = ({ query }: Endpoint): string[] =>
  Object.entries(query?.shape ?? {})
    .filter(([, schema]) => !z.safeParse(schema, [absentId, absentId]).success)
    .map(([parameter]) => parameter)

async function sayTwice(scene: Scene, { call: { name, endpoint }, own }: Step): Promise<void> {
  const { admin } = isOperators(endpoint) ? scene.operator : scene.shop
  for (const parameter of listSingle(endpoint)) {
    const value = encodeURIComponent(String(own.query?.[parameter] ?? '1'))
    const address = `${writeAddress(name, own)}&${parameter}=${value}`
    const answer = await send(scene, admin, own.query?.[parameter] ? address : `${address}&${parameter}=1`, {})
    const isNamed = answer.statusCode === 400 && typeof answer.json().fields?.[parameter] === 'string'
    scene.note('doubled', isNamed, `${name} with ${parameter} twice: ${answer.statusCode} ${answer.body}`)
  }
}

/** Makes a person's own call with a token, and one that writes with a token that only reads. */
async function askByToken(scene: Scene, { call: { name, endpoint }, own }: Step): Promise<void> {
  const { operator, world } = scene
  // The operator's admin may make every call.
  const by = async (isReadOnly: boolean) => {
    const token = newAccessToken()
    await world.owner.query(
      `insert into access_tokens (company_id, user_id, name, is_read_only, token_hash, expires_at)
       values ($1, $2, 'Contabilidad', $3, $4, now() + interval '1 day')`,
      [operator.id, operator.admin.userId, isReadOnly, hashToken(token)],
    )
    const { statusCode, body } = await send(scene, operator.as(token, operator.admin.userId), name, own)
    const what = isReadOnly ? 'a token that reads' : 'a token'
    scene.note('token', statusCode === 403, `${name} by ${what}: ${statusCode} ${body}`)
    await world.owner.query('delete from access_tokens where token_hash = $1', [hashToken(token)])
  }
  if (endpoint.personal) await by(false)
  if (endpoint.method !== 'GET' && endpoint.who !== 'anyone') await by(true)
}
