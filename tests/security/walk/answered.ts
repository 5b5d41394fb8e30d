import type { Endpoint } from '@casillero/shared/contract/endpoint'
import * as z from 'zod/mini'
import type { Actor, Call } from '../../support/actor.ts'
import { rowsOf } from '../../support/company-rows.ts'
import { isOperators, type Sample } from '../../support/sample-calls.ts'
import { openShop } from '../../support/shop.ts'
import { newMark } from '../../support/world.ts'
import { isNoUnaskedTable } from '../support/sheet-answers.ts'
import { listPlaces } from './places.ts'
import type { Step } from './refused.ts'
import { type Scene, send, writeAddress } from './scene.ts'
import { addStolenFields, listShown } from './stolen-fields.ts'

type Answer = Awaited<ReturnType<typeof send>>

/** Makes a call as the least of its callers, and looks at all that it answers and leaves behind. */
export async function makeCall(scene: Scene, step: Step, caller: Actor): Promise<string> {
  const { call, own } = step
  const { name, endpoint } = call
  await prepare(scene, name)
  lookForFields(scene, endpoint, own)
  const isIdempotent = endpoint.idempotent === true
  const headers = { ...own.headers, ...(isIdempotent && { 'idempotency-key': newMark() }) }
  const sent = { ...own, headers: { ...headers, accept: 'text/csv, application/vnd.ms-excel' } }
  const { length: logged } = await listEntries(scene, endpoint, caller)
  const { answer, text } = await listWritten(scene, () => send(scene, caller, name, sent))
  scene.note('answer', isAsSchema(endpoint, answer), `${name}: ${answer.statusCode} ${answer.body.slice(0, 500)}`)
  scene.note('rights', answer.statusCode === (endpoint.status ?? 200), `${name} by the least: ${answer.statusCode}`)
  scene.note('sheet', isNoUnaskedTable(name, answer.headers), `${name}: ${answer.headers['content-type']}`)
  lookAtStored(scene, name, endpoint, own, answer)
  await lookForForeignRows(scene, name, answer)
  await lookAtLog(scene, name, endpoint, caller, logged)
  if (isIdempotent) await sendAgain(scene, name, caller, { ...own, headers }, answer)
  return text
}

/** Makes what a command alone makes. */
async function prepare({ world, shop }: Scene, name: Call): Promise<void> {
  if (name !== 'POST /api/messages/held') return
  await world.owner.query("update messages set held_at = now() where company_id = $1 and state = 'queued'", [shop.id])
}

function isAsSchema(endpoint: Endpoint, answer: Answer): boolean {
  if (answer.statusCode !== (endpoint.status ?? 200)) return false
  if (endpoint.file) return answer.headers['content-type'] === endpoint.file
  const read = z.safeParse(endpoint.reply, answer.json())
  return read.success && JSON.stringify(read.data) === JSON.stringify(answer.json())
}

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

/** Lists the fields of a body and of what is in it, as `payments.currencyId`. */
function listFields({ properties = {}, items, anyOf = [] }: Schema): string[] {
  const inner = Object.entries(properties).flatMap(([field, schema]) => [
    field,
    ...listFields(schema).map((below) => `${field}.${below}`),
  ])
  return [...new Set([...inner, ...(items ? listFields(items) : []), ...anyOf.flatMap(listFields)])]
}

/** References beside amounts that a caller has seen, and those of a load that is of another kind. */
const isTriedReference = (field: string): boolean =>
  /Ids?$/.test(field) && !/rawId$|debtId$|^(?:expectedCash|fixed|waivedCharges)\./.test(field)

/** Fields that stand in a sample only sometimes: the version is an edit's, and a sign-in and its second step have several forms. */
const isOptional = (endpoint: Endpoint, field: string): boolean =>
  field === 'version' ||
  (endpoint.path === '/api/auth/login' && ['email', 'phone', 'device', 'trusted'].includes(field)) ||
  (endpoint.path === '/api/auth/second-step' && field === 'response')

/** A sample without one of the fields would leave that one untried. */
function lookForFields({ note }: Scene, endpoint: Endpoint, { body }: Sample): void {
  if (!endpoint.body) return
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' })
  const taken = listFields(JSON.parse(JSON.stringify(schema))).filter((field) => !isOptional(endpoint, field))
  const sent = new Set(listPlaces(body).map((path) => path.filter((key) => Number.isNaN(Number(key))).join('.')))
  const missing = taken.filter((field) => !sent.has(field) && (!field.includes('.') || isTriedReference(field)))
  note('fields', missing.length === 0, `${endpoint.method} ${endpoint.path} is sampled without ${missing}`)
}

/** The calls whose answer is the saved record. The reason of an undoing stands beside the record's own. */
const isSaving = (name: Call, { body, method }: Endpoint): boolean =>
  body !== undefined && ['POST', 'PUT'].includes(method) && !name.endsWith('/undo')

function lookAtStored({ note }: Scene, name: Call, endpoint: Endpoint, own: Sample, answer: Answer): void {
  if (!isSaving(name, endpoint)) return
  const { data, user, company } = answer.json()
  const record = Object(data ?? user ?? company)
  const lost = Object.entries(Object(own.body)).filter(
    ([field, value]) =>
      field !== 'version' && typeof value !== 'object' && Object.hasOwn(record, field) && record[field] !== value,
  )
  note('stored', lost.length === 0, `${name} answers other values than it was sent: ${lost}`)
}

const anId = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Looks up every id of an answer among the rows of the neighbour. */
export async function lookForForeignRows({ world, neighbour, note }: Scene, name: string, answer: Answer) {
  const { rows: tables } = await world.owner.query<{ name: string }>({
    name: 'tables-with-ids',
    text: `select c.relname as name from pg_class c join pg_attribute i on i.attrelid = c.oid and i.attname = 'id'
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  })
  const { rows } = await world.owner.query<{ place: string }>({
    name: 'rows-of-ids',
    text: tables
      .map(
        (table) => `select '${table.name} ' || id as place from ${table.name} where company_id = $1 and id = any ($2)`,
      )
      .join(' union all '),
    values: [neighbour.id, answer.body.match(anId) ?? []],
  })
  const isOwn = rows.length === 0 && answer.statusCode < 500
  note('foreignRow', isOwn, `${name} (${answer.statusCode}) shows ${rows.map(({ place }) => place)}`)
}

/** Calls that change no row that the log has: a question too long for an address, what prepares a load or a second
 * step, who is writing, and what is fetched to be heard. */
const unlogged: Call[] = [
  'POST /api/packages/status/preview',
  'POST /api/imports',
  'PUT /api/imports/:id/sheet',
  'PUT /api/imports/:id/mapping',
  'POST /api/account/second-step/app',
  'POST /api/account/passkeys/challenge',
  'PUT /api/conversations/:id/replying',
  'PUT /api/conversations/:id/messages/:messageId/audio',
]

async function listEntries({ world, shop, operator }: Scene, endpoint: Endpoint, { userId }: Actor) {
  if (!userId) return []
  const statement = 'select * from audit_entries where company_id = $1 and user_id = $2 order by id'
  return (await world.owner.query(statement, [isOperators(endpoint) ? operator.id : shop.id, userId])).rows
}

async function lookAtLog(scene: Scene, name: Call, endpoint: Endpoint, caller: Actor, before: number): Promise<void> {
  if (endpoint.method === 'GET' || endpoint.path.startsWith('/api/auth') || unlogged.includes(name)) return
  const entries = (await listEntries(scene, endpoint, caller)).slice(before)
  const keysOf = (value: unknown) => Object.keys(Object(value)).join()
  const isWhole = entries.every((entry) => {
    const isKept = entry.action === 'insert' ? entry.before === null : keysOf(entry.before) === keysOf(entry.after)
    return / Prueba$/.test(entry.user_name) && keysOf(entry.after) !== '' && isKept
  })
  scene.note('log', entries.length > 0 && isWhole, `${name} left ${JSON.stringify(entries)}`)
  const isReached = entries.every((entry) => (entry.target_company === null) !== isOperators(endpoint))
  scene.note('log', isReached, `${name} does not name the company that it reached`)
}

/** The same key gives the first answer; the log alone tells of a secret that was made anew. */
async function sendAgain(scene: Scene, name: Call, caller: Actor, sent: Sample, first: Answer): Promise<void> {
  const read = () => rowsOf(scene.world.owner, scene.shop.id, scene.operator.id)
  const before = await read()
  const again = await send(scene, caller, name, sent)
  const after = await read()
  const countOf = (rows: Record<string, string>, table: string) => rows[table]?.split(' ')[0]
  const changed = Object.keys(before).filter(
    (table) => table !== 'audit_entries' && countOf(before, table) !== countOf(after, table),
  )
  const isAlike = again.statusCode === first.statusCode && changed.length === 0
  scene.note('replay', isAlike, `${name} again: ${again.statusCode} ${again.body.slice(0, 200)}, made ${changed}`)
}

/** Lists the statements with which a call writes. */
async function listWritten({ world }: Scene, work: () => Promise<Answer>): Promise<{ answer: Answer; text: string }> {
  const answers: Answer[] = []
  const statements = await world.statementsOf(async () => {
    answers.push(await work())
  })
  const [answer] = answers
  if (!answer) throw new Error('A call was answered')
  return { answer, text: statements.filter((sql) => /^(insert|update) (?!.*idempotency_keys)/.test(sql)).join('\n') }
}

/** Makes a read of the neighbour once more, with what a browser adds against caches. */
export async function readAgain(scene: Scene, { call: { name, endpoint }, theirs, theirAdmin }: Step): Promise<void> {
  const answer = await send(scene, theirAdmin, `${writeAddress(name, theirs)}&_t=1764000000000&_t=2`, {})
  scene.note(
    'cacheBuster',
    answer.statusCode === (endpoint.status ?? 200),
    `${name}: ${answer.statusCode} ${answer.body}`,
  )
}

/** Makes a write in the neighbour's company with every forbidden field: it does what it did without them. */
export async function writeWithStolenFields(
  scene: Scene,
  { call: { name, endpoint }, own }: Step,
  { sample, admin, usual }: { sample: Sample; admin: Actor; usual: string },
): Promise<void> {
  const { world, shop, note } = scene
  const body = addStolenFields(sample.body, { companyId: shop.id, isEdit: endpoint.method === 'PUT' })
  const before = await rowsOf(world.owner, shop.id)
  const address = `${writeAddress(name, sample)}&_t=1764000000000&_t=2`
  const headers = own.headers ?? {}
  const { answer, text } = await listWritten(scene, () =>
    send(scene, admin, address, { ...(sample.body !== undefined && { body }), headers }),
  )
  const isDone = answer.statusCode === (endpoint.status ?? 200)
  note('cacheBuster', isDone, `${name}: ${answer.statusCode} ${answer.body}`)
  if (sample.body === undefined) return
  const isAlone = JSON.stringify(await rowsOf(world.owner, shop.id)) === JSON.stringify(before)
  const shown = listShown(answer.body)
  note(
    'assignment',
    isDone && isAlone && shown.length === 0 && text === usual,
    `${name}: ${answer.statusCode} ${answer.body.slice(0, 200)}, shows ${shown}, writes ${text} instead of ${usual}`,
  )
}

/** Asks a list, plain and filtered by the neighbour's ids, for rows of the neighbour. */
export async function readForeignRows(scene: Scene, { call: { name }, theirs }: Step): Promise<void> {
  for (const sent of [{}, theirs]) {
    await lookForForeignRows(scene, name, await send(scene, scene.shop.admin, name, sent))
  }
}

/** A company that an operator may close, because the walk needs its own. */
export async function closeAnother(scene: Scene, step: Step): Promise<Step> {
  if (step.call.name !== 'PUT /api/companies/change-status/:id') return step
  const { id } = await openShop(scene.world)
  return { ...step, own: { params: { id }, body: { status: 'inactive' } } }
}
