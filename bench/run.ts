import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { browserFigures } from './browser.ts'
import { startCluster } from './cluster.ts'
import { type Figure, type Measured, unmeasuredFigure } from './figure.ts'
import { filterFigures } from './filters.ts'
import { idleFigure, loadedFigure, startFigure } from './footprint.ts'
import { importFigures } from './imports.ts'
import { invoiceFigures } from './invoices.ts'
import { latencyFigures } from './latency.ts'
import { loginFigures } from './logins.ts'
import { messagingFigures } from './messaging.ts'
import { mixedFigures } from './mixed.ts'
import { overloadFigures } from './overload.ts'
import { paperFigures } from './papers.ts'
import { startProduct, startServer } from './process.ts'
import { compressionFigures, getFigures, growthFigures, listFigures, searchFigures } from './reads.ts'
import { keepParts, keepWhole, lineOf, machineOf, printReport } from './report.ts'
import { fullSize, packagesOf, quickSize } from './seed.ts'
import type { Setting } from './setting.ts'
import { shipmentFigures } from './shipments.ts'
import { slowLinkFigures } from './slow-link.ts'

// Ratios of the product to hand-written baselines, all from one run on one machine: see README.md beside this file.
const { values: options } = parseArgs({
  options: {
    /** A thirteenth of the rows and shorter rounds; the results are not stored. */
    quick: { type: 'boolean', default: false },
    /** A folder whose seeded database is used again the next time. */
    data: { type: 'string' },
    /** Ten minutes of mixed load in place of one. */
    long: { type: 'boolean', default: false },
    /** Only these parts, separated by commas; on the full seed they take the place of those of the last whole run. */
    only: { type: 'string' },
  },
})

const size = options.quick ? quickSize : fullSize
const effort = { rounds: 5, seconds: options.quick ? 2 : 3, connections: 20 }
const idleMs = 3_000

const logFolder = mkdtempSync(join(tmpdir(), 'casillero-bench-logs-'))
const cluster = await startCluster(size, options.data, console.log)
try {
  const start = () => startProduct(cluster.ownerUrl, logFolder)
  // The first start compiles, which takes ten megabytes more, and caches the compiled code for all later ones.
  await (await start()).stop()
  const ours = await start()
  const raw = await startServer('bench/raw-server.ts', { DATABASE_URL: cluster.superuserUrl }, logFolder)
  const superuser = new Pool({ connectionString: cluster.superuserUrl, max: 1 })
  const setting: Setting = { size, cluster, ours, raw, superuser, effort, logFolder }
  const parts: Record<string, () => Promise<Figure[]>> = {
    idle: async () => {
      await new Promise((resolve) => setTimeout(resolve, idleMs))
      return [idleFigure(ours.pid)]
    },
    list: () => listFigures(setting),
    compression: () => compressionFigures(setting),
    latency: () => latencyFigures(setting),
    get: () => getFigures(setting),
    search: () => searchFigures(setting),
    growth: () => growthFigures(setting),
    filters: () => filterFigures(setting),
    invoices: () => invoiceFigures(setting),
    papers: () => paperFigures(setting),
    imports: () => importFigures(setting),
    shipments: () => shipmentFigures(setting),
    messaging: () => messagingFigures(setting),
    overload: () => overloadFigures(setting),
    logins: () => loginFigures(setting),
    mixed: () => mixedFigures(setting, options.long ? 600 : 60),
    loaded: async () => [loadedFigure(ours.pid)],
    browser: () => browserFigures(ours.url),
    'slow-link': () => slowLinkFigures(setting),
    start: async () => [await startFigure()],
  }
  const chosen = options.only?.split(',') ?? Object.keys(parts)
  const figures: Measured[] = []
  try {
    for (const name of chosen) {
      const part = parts[name]
      if (!part) throw new Error(`There is no part ${name}; there are ${Object.keys(parts).join(', ')}.`)
      const measured = await part().catch((error: unknown) => [unmeasuredFigure(name, error)])
      figures.push(...measured.map((figure) => ({ part: name, ...figure })))
      for (const figure of measured) console.log(lineOf(figure))
    }
    const command = options.long ? 'npm run bench -- --long' : 'npm run bench'
    const [machine, packages] = [await machineOf(superuser), packagesOf(size)]
    printReport(command, machine, figures)
    if (options.quick) console.log('The results of a quick run are not stored.')
    else if (options.only) keepParts({ machine, packages, figures })
    else keepWhole({ command, machine, packages, figures })
  } finally {
    await superuser.end()
    await raw.stop()
    await ours.stop()
  }
} finally {
  await cluster.stop()
  rmSync(logFolder, { recursive: true, force: true })
}
