import { atMost, type Figure } from './figure.ts'
import { bodyOf, readyInvoices } from './invoices.ts'
import { type Answer, type Asked, askAtRate, askWhile, connect, percentile, send } from './load.ts'
import { cpuOf, type RunningServer, readLag } from './process.ts'
import { ordinary } from './seed.ts'
import { askForList, headersOf, type Setting, withServer } from './setting.ts'

const company = ordinary(1)
const headers = headersOf(company)
const atOnce = 40
const bursts = 5
const callsPerSecond = 50
const list = askForList(company)

/** Creates a paid invoice with so many lines and gives the request for its paper. */
async function makePaper(setting: Setting, { url }: RunningServer, lines: number): Promise<Asked> {
  const [ready] = await readyInvoices(setting, [company], 1, lines)
  const [invoice] = ready?.invoices ?? []
  if (!invoice) throw new Error('No ready packages were made')
  const body = JSON.stringify(bodyOf(invoice))
  const { id } = (await send(url, { method: 'POST', path: '/api/invoices', headers, body })).data
  return { method: 'GET', path: `/api/invoices/${id}/document?format=letter`, headers }
}

/** CPU milliseconds of the server for one paper, after a warm-up. */
async function measurePaper({ url, pid }: RunningServer, paper: Asked, count: number): Promise<number> {
  const round = () => askAtRate(url, { perSecond: 2, seconds: count / 2 }, paper)
  await round()
  const before = cpuOf(pid)
  await round()
  return (cpuOf(pid) - before) / count
}

/** Measures what a paper costs, and what forty at once, five times over, do to those who ask for lists. */
export const paperFigures = (setting: Setting): Promise<Figure[]> =>
  withServer(setting, { METRICS_PORT: '0' }, async (server) => {
    const { url } = server
    const [short, long] = [await makePaper(setting, server, 3), await makePaper(setting, server, 500)]
    const [shortMs, longMs] = [await measurePaper(server, short, 20), await measurePaper(server, long, 6)]
    await askAtRate(url, { perSecond: 100, seconds: 10 }, list)
    const before = percentile(await askAtRate(url, { perSecond: callsPerSecond, seconds: 10 }, list), 0.95)
    await readLag(server)
    const lists: Answer[] = []
    // Of one burst alone the slowest of some twenty lists would be the p95.
    for (let burst = 0; burst < bursts; burst += 1) {
      const agent = await connect(url, atOnce)
      const burstOf = { perSecond: atOnce * 10, seconds: 0.1, agent }
      lists.push(...(await askWhile(url, callsPerSecond, list, () => askAtRate(url, burstOf, short))).answers)
    }
    const lag = await readLag(server)
    const during = percentile(lists, 0.95)
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
          'lists meanwhile': lists.length,
        },
      }),
      atMost(50, {
        name: `${name}, the longest hold of the event loop`,
        value: lag.max,
        unit: 'ms',
        beside: { 'p99 ms': Math.round(lag.p99) },
      }),
    ]
  })
