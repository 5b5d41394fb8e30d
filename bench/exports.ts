import { get } from 'node:http'
import { atMost, type Figure } from './figure.ts'
import { lagOf } from './lag.ts'
import { type Answer, type Asked, openLoop, percentile } from './open-loop.ts'
import { type RunningServer, residentOf, startProduct } from './process.ts'
import { onlyRead, whale, whalePackages } from './seed.ts'
import { companyId, headersOf, type Setting } from './setting.ts'

const wantedRows = 100_000
/** The packages of the seed lie in the last so many days. */
const seededDays = 59
const callsPerSecond = 50
const list: Asked = { method: 'GET', path: '/api/packages?page=1&limit=20', headers: headersOf(onlyRead) }

type Taken = { firstMs: number; seconds: number; mib: number }

/** Takes a file as fast as it comes. */
function take(server: RunningServer, path: string): Promise<Taken> {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    get(server.url + path, { headers: headersOf(whale) }, (answer) => {
      let [firstMs, bytes] = [0, 0]
      answer.on('data', (part: Buffer) => {
        firstMs ||= performance.now() - from
        bytes += part.byteLength
      })
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode !== 200) reject(new Error(`An export was answered with ${answer.statusCode}`))
        else resolve({ firstMs, seconds: (performance.now() - from) / 1000, mib: bytes / 1024 / 1024 })
      })
    }).on('error', reject)
  })
}

/** The most memory that a server has while something goes on, in MiB. */
async function mostMemory<T>(server: RunningServer, work: Promise<T>): Promise<{ result: T; most: number }> {
  let most = residentOf(server.pid)
  const look = setInterval(() => {
    most = Math.max(most, residentOf(server.pid))
  }, 50)
  const result = await work.finally(() => clearInterval(look))
  return { result, most }
}

function checkAnswers(answers: Answer[]): void {
  const other = answers.find(({ status }) => status !== 200)
  if (other) throw new Error(`A list was answered with ${other.status}`)
}

/** Asks for lists at a fixed rate until the work is done, in bursts of a second. */
async function listsDuring(server: RunningServer, work: Promise<unknown>): Promise<Answer[]> {
  let isOver = false
  void work.then(
    () => {
      isOver = true
    },
    () => {
      isOver = true
    },
  )
  const answers: Answer[] = []
  while (!isOver) {
    answers.push(...(await openLoop(server.url, { perSecond: callsPerSecond, seconds: 1 }, () => list)))
  }
  return answers
}

/** Measures what an export of a hundred thousand packages to Excel costs, and what it does to those who ask for lists. */
export async function exportFigures(setting: Setting): Promise<Figure[]> {
  const server = await startProduct(setting.cluster.ownerUrl, setting.logFolder, { METRICS_PORT: '0' })
  const days = Math.ceil((seededDays * wantedRows) / whalePackages(setting.size))
  const from = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const path = `/api/packages/export?format=xlsx${days < seededDays ? `&from=${from}` : ''}`
  try {
    // The first lists compile; the first export opens what any export needs.
    checkAnswers(await openLoop(server.url, { perSecond: 100, seconds: 5 }, () => list))
    const before = residentOf(server.pid)
    const { result: alone, most } = await mostMemory(server, take(server, path))
    const calm = await openLoop(server.url, { perSecond: callsPerSecond, seconds: 10 }, () => list)
    await lagOf(server)
    const taking = take(server, path)
    const [lists, busy] = await Promise.all([listsDuring(server, taking), taking])
    checkAnswers([...calm, ...lists])
    const lag = await lagOf(server)
    const { rows } = await setting.superuser.query<{ count: number }>(
      "select row_count as count from exports where company_id = $1 and outcome = 'done' order by id desc limit 1",
      [await companyId(setting, whale)],
    )
    const count = rows[0]?.count ?? 0
    const name = `An export of ${count} packages to Excel`
    const [calmMs, meanwhileMs] = [percentile(calm, 0.95), percentile(lists, 0.95)]
    return [
      atMost(60, {
        name: `${name}, memory of the server`,
        value: most - before,
        unit: 'MiB more',
        beside: { 'before MiB': Math.round(before), 'file MiB': Number(alone.mib.toFixed(1)) },
      }),
      atMost(1_000, {
        name: `${name}, its first byte`,
        value: alone.firstMs,
        unit: 'ms',
        beside: { 'the whole file, seconds': Number(alone.seconds.toFixed(1)) },
      }),
      atMost(2, {
        name: `${name}, lists meanwhile, p95`,
        value: meanwhileMs / calmMs,
        unit: '× the time without',
        beside: {
          'calm ms': Math.round(calmMs),
          'meanwhile ms': Math.round(meanwhileMs),
          'lists meanwhile': lists.length,
          'the file took seconds': Number(busy.seconds.toFixed(1)),
        },
      }),
      atMost(50, {
        name: `${name}, the longest hold of the event loop`,
        value: lag.max,
        unit: 'ms',
        beside: { 'p99 ms': Math.round(lag.p99) },
      }),
    ]
  } finally {
    await server.stop()
  }
}
