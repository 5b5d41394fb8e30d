import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { openWorld, shareShop } from '../support/open-world.ts'
import { accessTokenBody } from '../support/sample-program-calls.ts'
import { absentId, newMark, samplePassword } from '../support/world.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const folder = join(import.meta.dirname, 'support/generated-client')
const inFolder = (name: string) => join(folder, name)

const world = openWorld()
const shop = shareShop(world)
let baseUrl: string
/** The program that calls by what was generated; the compiler knows its types once they are. */
let program: {
  doDailyWork(access: object, tracking: string): Promise<{ weighed: object; invoice: object }>
  signIn(access: object, identifier: string, password: string): Promise<{ id: string }>
  askForAbsentPackage(access: object, id: string): Promise<string | undefined>
}

/** Sends to the company's host, which no name server knows. */
async function sendToHost(call: Request): Promise<Response> {
  const body = Buffer.from(await call.arrayBuffer())
  const headers = { ...Object.fromEntries(call.headers), host: shop.host }
  return await new Promise((resolve, reject) => {
    const sent = request(call.url, { method: call.method, headers }, (answer) => {
      const content = Readable.toWeb(answer) as ReadableStream<Uint8Array>
      const type = answer.headers['content-type'] ?? ''
      resolve(new Response(content, { status: answer.statusCode ?? 0, headers: { 'content-type': type } }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const checkTypes = () => run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])

beforeAll(async () => {
  baseUrl = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const document = inFolder('node_modules/.openapi.json')
  writeFileSync(document, (await shop.anonymous.send('GET /api/openapi.json')).body)
  const generator = inFolder('node_modules/openapi-typescript/bin/cli.js')
  await run(process.execPath, [generator, document, '-o', inFolder('schema.d.ts')])
  program = await import(inFolder('daily-work.ts'))
})

test('a client whose types were generated from the document does the daily work with an access token, from a new client to a paid invoice', async () => {
  const { data: made } = await shop.admin.ok('POST /api/access-tokens', {
    body: { ...accessTokenBody(), isReadOnly: false, term: '30' },
  })
  const access = { baseUrl, token: made.token, fetch: sendToHost }
  const { weighed, invoice } = await program.doDailyWork(access, newMark())
  expect(weighed).toMatchObject({ weight: 2.5, totalPrice: 9.38 })
  expect(invoice).toMatchObject({ status: 'paid', pendingTotal: 0 })
  expect(await program.askForAbsentPackage(access, absentId)).toBe('not_found')
})

test('a generated client signs in with a password, and asks who it is', async () => {
  const email = `${newMark()}@correo.test`
  const { userId } = await shop.addUser('user', { email })
  expect((await program.signIn({ baseUrl, fetch: sendToHost }, email, samplePassword)).id).toBe(userId)
})

test('the compiler accepts the program with the generated types, and refuses one that names what the document does not have', async () => {
  await checkTypes()
  const wrong = inFolder('wrong-work.ts')
  const calls = [
    "await api.GET('/api/parcels')",
    "await api.POST('/api/client', { body: { firstName: 'Rosa' } })",
    "(await api.GET('/api/packages/{id}', { params: { path: { id: '1' } } })).data?.data.wieght",
  ]
  writeFileSync(
    wrong,
    `import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'
const api = createClient<paths>({})
${calls.map((call, index) => `export const call${index} = ${call}`).join('\n')}
`,
  )
  try {
    const { stdout } = await checkTypes().catch((failure: { stdout: string }) => failure)
    expect(stdout.match(/error TS\d+/g), stdout).toHaveLength(calls.length)
  } finally {
    rmSync(wrong)
  }
})
