import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { browserFigures, slowLinkFigures } from './browser.ts'
import { conversationFigures } from './conversations.ts'
import { atMost, type Figure, formatFigure, report, unmeasured } from './figure.ts'
import { filterFigures } from './filters.ts'
import { importFigures } from './imports.ts'
import { incomingFigures } from './incoming.ts'
import { invoiceFigures } from './invoices.ts'
import { messagingFigures } from './messaging.ts'
import { mixedFigures, overloadFigures } from './mixed.ts'
import { paperFigures } from './papers.ts'
import { residentOf, startProduct, startServer } from './process.ts'
import { getFigures, latencyFigures, listFigures, searchFigures } from './reads.ts'
import { fullSize, quickSize } from './seed.ts'
import { type Setting, startCluster } from './setting.ts'
import { shipmentFigures } from './shipments.ts'

// Ratios of the product to hand-written baselines, all from one run on one machine: see README.md beside this file.
const { values: options } = parseArgs({
  options: {
    /** A thirteenth of the rows and shorter rounds; the results are not stored. */
    quick: { type: 'boolean', default: false },
    /** A folder whose seeded database is used again the next time. */
    data: { type: 'string' },
    /** Ten minutes of mixed load in place of one. */
    long: { type: 'boolean', default: false },
    /** Only these parts, separated by commas; the results are not stored. */
    only: { type: 'string' },
  },
})

const size = options.quick ? quickSize : fullSize
const effort = { rounds: 5, seconds: options.quick ? 2 : 3, connections: 20 }
const idleMs = 3_000

const logFolder = mkdtempSync(join(tmpdir(), 'casillero-bench-logs-'))
const cluster = await startCluster(size, options.data)
try {
  const start = () => startProduct(cluster.ownerUrl, logFolder)
  // The first start compiles, which takes ten megabytes more, and caches the compiled code for all later ones.
  await (await start()).stop()
  const ours = await start()
  const raw = await startServer('bench/raw-server.ts', { DATABASE_URL: cluster.superuserUrl }, logFolder)
  const superuser = new Pool({ connectionString: cluster.superuserUrl, max: 1 })
  const setting: Setting = { size, cluster, ours, raw, superuser, effort, logFolder }
  const memory = (when: string, bound: number) =>
    atMost(bound, { name: `Memory of the server ${when}`, value: residentOf(ours.pid), unit: 'MiB resident' })
  const parts: Record<string, (setting: Setting) => Promise<Figure[]>> = {
    idle: async () => {
      await new Promise((resolve) => setTimeout(resolve, idleMs))
      return [memory('at idle', 140)]
    },
    list: listFigures,
    latency: latencyFigures,
    get: getFigures,
    search: searchFigures,
    filters: filterFigures,
    invoices: invoiceFigures,
    papers: paperFigures,
    imports: importFigures,
    shipments: shipmentFigures,
    messaging: messagingFigures,
    incoming: incomingFigures,
    conversations: conversationFigures,
    overload: overloadFigures,
    mixed: () => mixedFigures(setting, options.long ? 600 : 60),
    loaded: async () => [memory('after the whole load', 250)],
    browser: browserFigures,
    'slow-link': slowLinkFigures,
  }
  const chosen = options.only?.split(',') ?? Object.keys(parts)
  const figures: Figure[] = []
  try {
    for (const name of chosen) {
      const part = parts[name]
      if (!part) throw new Error(`There is no part ${name}; there are ${Object.keys(parts).join(', ')}.`)
      const measured = await part(setting).catch((error: unknown) => [unmeasured(name, error)])
      figures.push(...measured)
      for (const figure of measured) console.log(formatFigure(figure))
    }
    const command = options.long ? 'npm run bench -- --long' : 'npm run bench'
    await report(superuser, command, figures, !options.quick && !options.only)
  } finally {
    await superuser.end()
    await raw.stop()
    await ours.stop()
  }
} finally {
  await cluster.stop()
  rmSync(logFolder, { recursive: true, force: true })
}
