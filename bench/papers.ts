import { atMost, type Figure } from './figure.ts'
import { bodyOf, readyInvoices } from './invoices.ts'
import { lagOf } from './lag.ts'
import { type Answer, type Asked, connect, openLoop, percentile } from './open-loop.ts'
import { cpuOf, type RunningServer, startProduct } from './process.ts'
import { ordinary } from './seed.ts'
import { headersOf, type Setting } from './setting.ts'

const company = ordinary(1)
const atOnce = 40
const bursts = 5
const callsPerSecond = 50
const secondsOfBurst = 3
const list: Asked = { method: 'GET', path: '/api/packages?page=1&limit=20', headers: headersOf(company) }

/** Creates a paid invoice with so many lines and gives the request for its paper. */
async function paperOf(setting: Setting, server: RunningServer, lines: number): Promise<Asked> {
  const [ready] = await readyInvoices(setting, [company], 1, lines)
  const [invoice] = ready?.invoices ?? []
  if (!invoice) throw new Error('No ready packages were made')
  const post = {
    method: 'POST',
    path: '/api/invoices',
    headers: headersOf(company),
    body: JSON.stringify(bodyOf(invoice)),
  }
  let made = ''
  await openLoop(server.url, { perSecond: 1, seconds: 1 }, () => ({ ...post, answered: (body) => (made = body) }))
  const id: unknown = JSON.parse(made).data?.id
  if (typeof id !== 'string') throw new Error(`No invoice was made: ${made}`)
  return { method: 'GET', path: `/api/invoices/${id}/document?format=letter`, headers: headersOf(company) }
}

function checkAnswers(answers: Answer[]): void {
  const other = answers.find(({ status }) => status !== 200)
  if (other) throw new Error(`A paper or a list was answered with ${other.status}`)
}

/** CPU milliseconds of the server for one paper, after a warm-up. */
async function cpuOfPaper(server: RunningServer, paper: Asked, count: number): Promise<number> {
  const round = async () => checkAnswers(await openLoop(server.url, { perSecond: 2, seconds: count / 2 }, () => paper))
  await round()
  const before = cpuOf(server.pid)
  await round()
  return (cpuOf(server.pid) - before) / count
}

/**
 * Asks for forty papers at once, five times over, while lists are asked for at a fixed rate. Keeps the lists until the last paper of
 * each burst was answered: of one burst alone the slowest of some twenty lists would be the p95.
 */
async function listsDuringBursts(server: RunningServer, paper: Asked): Promise<{ lists: Answer[]; lastMs: number }> {
  const kept: Answer[] = []
  let lastMs = 0
  for (let burst = 0; burst < bursts; burst += 1) {
    // Opened before: what it takes the load to open forty connections would count as the time of the lists.
    const [forLists, forPapers] = [await connect(server.url, 2), await connect(server.url, atOnce)]
    const [lists, papers] = await Promise.all([
      openLoop(server.url, { perSecond: callsPerSecond, seconds: secondsOfBurst, agent: forLists }, () => list),
      openLoop(server.url, { perSecond: atOnce * 10, seconds: 0.1, agent: forPapers }, () => paper),
    ])
    checkAnswers([...lists, ...papers])
    const last = percentile(papers, 1)
    kept.push(...lists.slice(0, Math.ceil((last / 1000) * callsPerSecond) + 1))
    lastMs = Math.max(lastMs, last)
  }
  return { lists: kept, lastMs }
}

/** Measures what a paper costs, and what forty at once do to those who ask for lists. */
export async function paperFigures(setting: Setting): Promise<Figure[]> {
  const server = await startProduct(setting.cluster.ownerUrl, setting.logFolder, { METRICS_PORT: '0' })
  try {
    const [short, long] = [await paperOf(setting, server, 3), await paperOf(setting, server, 500)]
    const [shortMs, longMs] = [await cpuOfPaper(server, short, 20), await cpuOfPaper(server, long, 6)]
    checkAnswers(await openLoop(server.url, { perSecond: 100, seconds: 10 }, () => list))
    const calm = await openLoop(server.url, { perSecond: callsPerSecond, seconds: 10 }, () => list)
    await lagOf(server)
    checkAnswers(calm)
    const meanwhile = await listsDuringBursts(server, short)
    const lag = await lagOf(server)
    const [before, during] = [percentile(calm, 0.95), percentile(meanwhile.lists, 0.95)]
    const name = `${atOnce} papers at once`
    return [
      atMost(60, { name: 'The paper of an invoice with 3 lines', value: shortMs, unit: 'ms of CPU' }),
      atMost(1_500, { name: 'The paper of an invoice with 500 lines', value: longMs, unit: 'ms of CPU' }),
      atMost(2, {
        name: `${name}, lists meanwhile, p95`,
        value: during / before,
        unit: '× the time without',
        beside: {
          'calm ms': Math.round(before),
          'meanwhile ms': Math.round(during),
          'lists meanwhile': meanwhile.lists.length,
          'the last paper after ms': Math.round(meanwhile.lastMs),
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
