import { type Permission, permissions } from '@casillero/shared/domain/permissions'
import type { Actor } from '../../support/actor.ts'
import { rowsOf } from '../../support/company-rows.ts'
import type { Sample } from '../../support/sample-calls.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { absentId, type World } from '../../support/world.ts'
import { findHeaderFaults } from '../support/answer-headers.ts'

/** What the walk looks at; each is a test of its own in `every-call.test.ts`. */
export type Check =
  | 'sample'
  | 'answer'
  | 'fields'
  | 'stored'
  | 'searchable'
  | 'cacheBuster'
  | 'doubled'
  | 'replay'
  | 'session'
  | 'rights'
  | 'unchanged'
  | 'permission'
  | 'foreignId'
  | 'foreignRow'
  | 'reference'
  | 'foreignKey'
  | 'assignment'
  | 'token'
  | 'log'
  | 'refusalLog'
  | 'headers'
  | 'sheet'
  | 'text'
  | 'kind'
  | 'injection'
  | 'visit'

export type Note = (check: Check, isSo: boolean, what: string) => void

/** A caller whom no call but the public ones may answer, by what is sent in place of a session. */
type Outsider = { by: string; headers?: Record<string, string>; query?: Record<string, string> }

/** The companies of a walk and their callers. */
export type Scene = {
  world: World
  note: Note
  /** What the server logged of refused calls. */
  log: readonly string[]
  shop: Shop
  neighbour: Shop
  operator: Shop
  outsiders: Outsider[]
  /** For each permission a user of the shop who has all others. */
  deprived: [Permission, Actor][]
}

export async function openScene(world: World, note: Note, log: readonly string[]): Promise<Scene> {
  const [shop, neighbour] = [await openShop(world), await openShop(world)]
  const operator = await openShop(world, { isOperator: true })
  const deprived: [Permission, Actor][] = []
  for (const permission of permissions) {
    const user = await shop.addUser('user')
    await world.owner.query('update users set denials = $2 where id = $1', [user.userId, [permission]])
    deprived.push([permission, user])
  }
  const outsiders = await listOutsiders(world, shop, neighbour)
  return { world, note, log, shop, neighbour, operator, outsiders, deprived }
}

async function listOutsiders(world: World, shop: Shop, neighbour: Shop): Promise<Outsider[]> {
  const { token, userId } = shop.admin
  const ended = await shop.addUser('admin')
  await ended.ok('POST /api/auth/logout')
  const inactive = await shop.addUser('admin', { status: 'inactive' })
  const closed = await world.openCompany()
  // By a statement, which leaves its sessions as they are.
  await world.owner.query(`update companies set status = 'inactive' where id = $1`, [closed.id])
  const bearer = { authorization: `Bearer ${token}` }
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  return [
    { by: 'nothing' },
    { by: 'a cookie', headers: { cookie: `token=${token}; session=${token}; authorization=Bearer ${token}` } },
    { by: 'the address', query: { token, access_token: token, authorization: `Bearer ${token}` } },
    { by: 'Basic', headers: basic(`${userId}:${token}`) },
    { by: 'other headers', headers: { 'x-auth-token': token, 'x-access-token': token } },
    { by: 'a bare token', headers: { authorization: token } },
    { by: 'a token with a tail', headers: { authorization: `Bearer ${token}A` } },
    { by: 'a token cut short', headers: { authorization: `Bearer ${token.slice(0, -1)}` } },
    { by: 'two tokens', headers: { authorization: `Bearer ${token}, Bearer ${token}` } },
    { by: 'a token that never was', headers: { authorization: `Bearer ${'A'.repeat(43)}` } },
    { by: 'an unsigned JWT', headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' } },
    { by: 'an ended session', headers: { authorization: `Bearer ${ended.token}` } },
    { by: 'an inactive person', headers: { authorization: `Bearer ${inactive.token}` } },
    { by: 'a closed company', headers: { authorization: `Bearer ${closed.admin.token}`, host: closed.host } },
    { by: "another company's host", headers: { ...bearer, host: neighbour.host } },
    {
      by: "another company's host, forwarded",
      headers: { ...bearer, host: neighbour.host, 'x-forwarded-host': shop.host },
    },
    { by: "no company's host", headers: { ...bearer, host: 'casillero.test' } },
    { by: 'an unknown company', headers: { ...bearer, host: 'nadie.casillero.test' } },
    { by: 'an IPv4 address', headers: { ...bearer, host: '127.0.0.1:3000' } },
    { by: 'an IPv6 address', headers: { ...bearer, host: '[::1]:3000' } },
  ]
}

/** Sends a call, whose answer must have the headers of every answer. */
export async function send({ note }: Scene, actor: Actor, call: string, sent: Sample) {
  const answer = await actor.send(call, sent)
  const faults = findHeaderFaults(answer, true)
  note('headers', faults.length === 0, `${call} (${answer.statusCode}): ${faults}`)
  return answer
}

/** Reads what differs after a change of any row of the shop or of the neighbour. */
export const readRows = ({ world, shop, neighbour }: Scene) => rowsOf(world.owner, shop.id, neighbour.id)

type Rows = Awaited<ReturnType<typeof readRows>>

/** Names the tables whose rows differ. */
export const listChanges = (before: Rows, after: Rows): string[] =>
  Object.keys(before).filter((table) => after[table] !== before[table])

/** The address of a call with the values of its path and query. */
export function writeAddress(call: string, { params, query }: Sample): string {
  const [method, path = ''] = call.split(' ')
  const pairs = Object.entries(query ?? {}).flatMap(([key, values]) =>
    [values].flat().map((value): [string, string] => [key, String(value)]),
  )
  return `${method} ${path.replaceAll(/:(\w+)/g, (_, name: string) => params?.[name] ?? absentId)}?${new URLSearchParams(pairs)}`
}
