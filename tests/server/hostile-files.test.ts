import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { openCompanies } from '../../server/src/demo/open-companies.ts'
import { hashToken, newToken } from '../../server/src/platform/auth/session.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { cleanUp, connectTo, makeFolder, startServer } from '../support/server-process.ts'

afterAll(cleanUp)

const mostMiB = 150
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function workbook(sheet: string): Buffer {
  const part = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`)
  const sheets = `<sheets><sheet name="Uno" sheetId="1" r:id="r1"/></sheets>`
  const parts = {
    'xl/workbook.xml': part(`<workbook ${main} xmlns:r="${relations}">${sheets}</workbook>`),
    'xl/_rels/workbook.xml.rels': part(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': part(sheet),
  }
  return Buffer.from(zipSync(parts, { level: 9 }))
}

const sheetOf = (rows: string) => `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`
const cell = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`
const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')

const files: [name: string, content: () => Buffer][] = [
  ['a bomb', () => workbook(sheetOf(cell(' '.repeat(200_000_000))))],
  ['entities that grow', () => workbook(`<!DOCTYPE x [<!ENTITY l0 "ja">${laughs}]>${sheetOf(cell('&l9;'))}`)],
  ['a million empty rows', () => workbook(sheetOf('<row/>'.repeat(1_000_000)))],
  ['a broken archive', () => workbook(sheetOf(cell('x'))).subarray(0, 300)],
]

/** A figure of a process in MiB: its memory now, or the most that it ever had. */
const memoryOf = (pid: number, name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const host = 'demo.casillero.test'
type Answer = { status: number; text: string }
type Sent = { path: string; headers: Record<string, string>; body: Buffer | string }

function send(url: string, { path, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method: 'POST', headers: { host, ...headers } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (one: Buffer) => parts.push(one))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Opens a company on the server's database, and gives the token of its admin. */
async function openSession(ownerUrl: string): Promise<string> {
  const token = newToken()
  await openCompanies(ownerUrl, new Date())
  await withConnection(ownerUrl, (owner) =>
    owner.query(
      `insert into sessions (company_id, user_id, token_hash)
       select company_id, id, $1 from users where email = 'admin@demo.test'`,
      [hashToken(token)],
    ),
  )
  return token
}

function upload(url: string, token: string, content: Buffer): Promise<Answer> {
  const line = '\r\n'
  const part = (field: string) => `--limit${line}Content-Disposition: form-data; name="${field}`
  const before = `${part('kind')}"${line}${line}packages${line}${part('file')}"; filename="x.xlsx"${line}${line}`
  const body = Buffer.concat([Buffer.from(before), content, Buffer.from(`${line}--limit--${line}`)])
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=limit' }
  return send(url, { path: '/api/imports', headers, body })
}

test('a hostile file is refused with a sentence, and takes little of the server', async () => {
  const folder = makeFolder()
  const server = startServer({ DATA_DIR: folder })
  await server.ready
  const token = await openSession(connectTo(folder).superuserUrl)
  const grown: Record<string, number> = {}
  for (const [name, content] of files) {
    const file = content()
    const before = memoryOf(server.pid, 'VmRSS')
    const { status, text } = await upload(server.url(), token, file)
    grown[name] = Math.round(memoryOf(server.pid, 'VmHWM') - before)
    expect([status, JSON.parse(text).message], name).toEqual([400, expect.stringMatching(/^El archivo /)])
  }
  expect(Math.max(...Object.values(grown)), JSON.stringify(grown)).toBeLessThanOrEqual(mostMiB)
})
