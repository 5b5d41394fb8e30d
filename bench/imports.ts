import { atMost, type Figure } from './figure.ts'
import { askAtRate, askWhile, percentile, send } from './load.ts'
import { type RunningServer, residentOf } from './process.ts'
import { onlyRead, ordinary } from './seed.ts'
import { askForList, headersOf, type Setting, withServer } from './setting.ts'

const rows = 20_000
const callsPerSecond = 50
const pollMs = 200
const mostMs = 300_000
const mapping = ['tracking', 'shippingMethod', 'weight']
const list = askForList(onlyRead)

/** A file of packages as the form of a browser sends it. */
function writeForm(mark: string): { type: string; body: string } {
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

/** Brings a file in as a user does: read, mapped, written to its end. Gives the seconds. */
async function bringIn({ url }: RunningServer, company: string, allOrNothing: boolean): Promise<number> {
  const from = performance.now()
  const headers = headersOf(company)
  const call = async (method: string, path: string, body?: object) =>
    (await send(url, { method, path, headers, ...(body && { body: JSON.stringify(body) }) })).data
  const { type, body } = writeForm(`BENCH${allOrNothing ? 'W' : 'P'}`)
  const upload = { method: 'POST', path: '/api/imports', headers: { ...headers, 'content-type': type }, body }
  const path = `/api/imports/${(await send(url, upload)).data.id}`
  await call('PUT', `${path}/mapping`, { mapping, remember: false })
  await call('POST', `${path}/run`, { allOrNothing })
  while (performance.now() - from < mostMs) {
    const { status, result } = await call('GET', path)
    if (status === 'done' && result.new === rows) return (performance.now() - from) / 1000
    if (status !== 'running') throw new Error(`A load ended as ${status} with ${JSON.stringify(result)}`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new Error('A load did not end')
}

/** Measures what a file of twenty thousand packages takes, in parts and as a whole, and what it does to others who ask for lists. */
export const importFigures = (setting: Setting): Promise<Figure[]> =>
  withServer(setting, {}, async (server) => {
    await askAtRate(server.url, { perSecond: 100, seconds: 5 }, list)
    const before = residentOf(server.pid)
    const calmMs = percentile(await askAtRate(server.url, { perSecond: callsPerSecond, seconds: 10 }, list), 0.95)
    const figures: Figure[] = []
    for (const [name, company, allOrNothing] of [
      [`A load of ${rows} packages`, ordinary(1), false],
      [`A load of ${rows} packages, all or nothing`, ordinary(2), true],
    ] as const) {
      let most = 0
      const { result, answers } = await askWhile(
        server.url,
        callsPerSecond,
        list,
        () => bringIn(server, company, allOrNothing),
        () => {
          most = Math.max(most, residentOf(server.pid))
        },
      )
      const meanwhileMs = percentile(answers, 0.95)
      figures.push(
        atMost(60, {
          name: `${name}, from the upload to the last row`,
          value: result,
          unit: 's',
          beside: { 'most memory, MiB more': Math.round(most - before) },
        }),
        atMost(2, {
          name: `${name}, lists of others meanwhile, p95`,
          value: meanwhileMs / calmMs,
          unit: '× the time without',
          beside: {
            'calm ms': Math.round(calmMs),
            'meanwhile ms': Math.round(meanwhileMs),
            'lists meanwhile': answers.length,
          },
        }),
      )
    }
    return figures
  })
