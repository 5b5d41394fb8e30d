import { request } from 'node:http'
import { atMost, type Figure } from './figure.ts'
import { type Answer, type Asked, openLoop, percentile } from './open-loop.ts'
import { type RunningServer, residentOf, startProduct } from './process.ts'
import { onlyRead, ordinary } from './seed.ts'
import { headersOf, type Setting } from './setting.ts'

const rows = 20_000
const callsPerSecond = 50
const pollMs = 200
const mostMs = 300_000
const mapping = ['tracking', 'shippingMethod', 'weight']
const list: Asked = { method: 'GET', path: '/api/packages?page=1&limit=20', headers: headersOf(onlyRead) }

type Sent = { method: string; path: string; type?: string; body?: string }

function send(server: RunningServer, company: string, { method, path, type = 'application/json', body }: Sent) {
  return new Promise<string>((resolve, reject) => {
    const headers = { ...headersOf(company), ...(body === undefined ? {} : { 'content-type': type }) }
    const outgoing = request(server.url + path, { method, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        if (answer.statusCode === undefined || answer.statusCode >= 300)
          reject(new Error(`${method} ${path} was answered with ${answer.statusCode}: ${text.slice(0, 300)}`))
        else resolve(text)
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** A file of packages as the form of a browser sends it. */
function fileOf(mark: string): Pick<Sent, 'type' | 'body'> {
  const boundary = 'casillero-bench'
  const lines = Array.from({ length: rows }, (_, n) => `${mark}${n};AIR;${(1 + (n % 90) / 10).toFixed(1)}`)
  const head = (field: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${field}`
  const body = [
    `${head('kind')}"\r\n\r\npackages`,
    `${head('file')}"; filename="bench.csv"\r\nContent-Type: text/csv\r\n\r\nTracking;Servicio;Peso`,
    ...lines,
    `--${boundary}--\r\n`,
  ]
  return { type: `multipart/form-data; boundary=${boundary}`, body: body.join('\r\n') }
}

type Written = { seconds: number; previewSeconds: number }

/** Brings a file in as a user does: read, mapped, written to its end. */
async function bringIn(server: RunningServer, company: string, allOrNothing: boolean): Promise<Written> {
  const from = performance.now()
  const since = () => (performance.now() - from) / 1000
  const file = fileOf(`BENCH${allOrNothing ? 'W' : 'P'}`)
  const { id } = JSON.parse(await send(server, company, { method: 'POST', path: '/api/imports', ...file })).data
  const path = `/api/imports/${id}`
  const body = JSON.stringify({ mapping, remember: false })
  await send(server, company, { method: 'PUT', path: `${path}/mapping`, body })
  const previewSeconds = since()
  await send(server, company, { method: 'POST', path: `${path}/run`, body: JSON.stringify({ allOrNothing }) })
  while (performance.now() - from < mostMs) {
    const { status, result } = JSON.parse(await send(server, company, { method: 'GET', path })).data
    if (status === 'done' && result.new === rows) return { seconds: since(), previewSeconds }
    if (status !== 'running') throw new Error(`A load ended as ${status} with ${JSON.stringify(result)}`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new Error('A load did not end')
}

/** Asks for lists of another company at a fixed rate until the work is done, in bursts of a second. */
async function listsDuring<T>(
  server: RunningServer,
  work: Promise<T>,
): Promise<{ result: T; lists: Answer[]; most: number }> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  const lists: Answer[] = []
  let most = 0
  while (!isOver) {
    lists.push(...(await openLoop(server.url, { perSecond: callsPerSecond, seconds: 1 }, () => list)))
    most = Math.max(most, residentOf(server.pid))
  }
  return { result: await ended, lists, most }
}

function checkAnswers(answers: Answer[]): void {
  const other = answers.find(({ status }) => status !== 200)
  if (other) throw new Error(`A list was answered with ${other.status}`)
}

/** Measures what a file of twenty thousand packages takes, in parts and as a whole, and what it does to others who ask for lists. */
export async function importFigures(setting: Setting): Promise<Figure[]> {
  const server = await startProduct(setting.cluster.ownerUrl, setting.logFolder, { METRICS_PORT: '0' })
  try {
    checkAnswers(await openLoop(server.url, { perSecond: 100, seconds: 5 }, () => list))
    const before = residentOf(server.pid)
    const calm = await openLoop(server.url, { perSecond: callsPerSecond, seconds: 10 }, () => list)
    const parts = await listsDuring(server, bringIn(server, ordinary(1), false))
    const whole = await listsDuring(server, bringIn(server, ordinary(2), true))
    checkAnswers([...calm, ...parts.lists, ...whole.lists])
    const calmMs = percentile(calm, 0.95)
    const figureOf = (name: string, { result, lists, most }: typeof parts) => [
      atMost(60, {
        name: `${name}, from the upload to the last row`,
        value: result.seconds,
        unit: 's',
        beside: {
          'rows a second': Math.round(rows / result.seconds),
          'until the preview, seconds': Number(result.previewSeconds.toFixed(1)),
          'most memory, MiB more': Math.round(most - before),
        },
      }),
      atMost(2, {
        name: `${name}, lists of others meanwhile, p95`,
        value: percentile(lists, 0.95) / calmMs,
        unit: '× the time without',
        beside: {
          'calm ms': Math.round(calmMs),
          'meanwhile ms': Math.round(percentile(lists, 0.95)),
          'lists meanwhile': lists.length,
        },
      }),
    ]
    return [
      ...figureOf(`A load of ${rows} packages`, parts),
      ...figureOf(`A load of ${rows} packages, all or nothing`, whole),
    ]
  } finally {
    await server.stop()
  }
}
