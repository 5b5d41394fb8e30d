import { join } from 'node:path'
import pg from 'pg'
import { startFakeWaha } from '../../../tools/fake-waha/fake-waha.ts'
import { quickTimes } from '../../../tools/fake-waha/times.ts'
import { type Load, startLoad } from '../../support/installation/load.ts'
import { openShops, type Shop, stockUp } from '../../support/installation/shops.ts'
import { connectTo, type ServerProcess, startServer } from '../../support/server-process.ts'

/** A server with an embedded PostgreSQL, as `npm start` runs it, with companies and clerks. */
export type EmbeddedSite = {
  url: string
  dataDir: string
  shops: Shop[]
  server(): ServerProcess
  /** Starts the server again at the same address. */
  start(): Promise<void>
  /** A connection of PostgreSQL as it runs now. */
  connect(): pg.Pool
  /** Starts clerks with so many packages for each company; their history is written to that folder. */
  invoice(clerks: number, packages: number, folder: string): Promise<Load>
  close(): Promise<void>
}

const apiKey = 'the key of the faults'

export async function openEmbeddedSite(dataDir: string, shopCount: number): Promise<EmbeddedSite> {
  const variables = { DATA_DIR: dataDir }
  let server = startServer(variables)
  await server.ready
  const url = server.url()
  const fake = await startFakeWaha({ apiKey, times: quickTimes })
  const pools = new Set<pg.Pool>()
  const timers = new Set<NodeJS.Timeout>()
  const loads = new Set<Load>()
  function connect(): pg.Pool {
    const pool = new pg.Pool({ connectionString: connectTo(dataDir).ownerUrl, max: 2 })
    pool.on('error', () => {})
    pools.add(pool)
    return pool
  }
  const shops = await openShops(connect(), shopCount, { fake, apiKey })
  return {
    url,
    dataDir,
    shops,
    server: () => server,
    async start() {
      server = startServer({ ...variables, PORT: new URL(url).port })
      await server.ready
    },
    connect,
    async invoice(clerks, packages, folder) {
      const history = join(folder, `history-${loads.size}.jsonl`)
      const load = startLoad({ servers: [url], counters: shops.map(({ counter }) => counter), history, clerks })
      loads.add(load)
      timers.add(setInterval(() => load.readMore(), 25))
      load.stock(await stockUp(connect(), shops, packages))
      return load
    },
    async close() {
      for (const timer of timers) clearInterval(timer)
      for (const load of loads) await load.stop()
      server.kill('SIGTERM')
      await server.ended
      await fake.close()
      for (const pool of pools) await pool.end()
    },
  }
}
