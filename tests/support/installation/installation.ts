import { join } from 'node:path'
import type { RunningPostgres } from '@casillero/embedded-postgres'
import pg from 'pg'
import { embeddedPostgres } from '../../../server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../../../server/src/platform/database/migrate.ts'
import { type FakeWaha, startFakeWaha } from '../../../tools/fake-waha/fake-waha.ts'
import { quickTimes } from '../../../tools/fake-waha/times.ts'
import { cleanUp, makeFolder, type ServerProcess, startServer } from '../server-process.ts'
import { type Killer, startKiller } from './killer.ts'
import { type Load, startLoad } from './load.ts'
import { type PgProxy, startPgProxy } from './pg-proxy.ts'
import { openShops, type Shop, stockUp } from './shops.ts'

/** A server of the installation, which always starts at the same address. */
export type Instance = { url: string; process(): ServerProcess; start(others?: Record<string, string>): Promise<void> }

export type Installation = {
  postgres: RunningPostgres
  /** The owner's connections; after an end of PostgreSQL the pool opens new ones. */
  owner: pg.Pool
  instances: Instance[]
  fake: FakeWaha
  proxy: PgProxy
  killer: Killer
  shops: Shop[]
  folder: string
  /** Starts clerks at every server, and stocks packages whenever they run low, until it is stopped. */
  invoice(clerks: number): Load
  close(): Promise<void>
}

type InstallationOptions = {
  servers?: number
  shops?: number
  /** PostgreSQL settings that win over the product's. */
  settings?: Record<string, string>
  /** Environment variables of all servers, or of a server by its number. */
  variables?: Record<string, string> | ((server: number) => Record<string, string>)
  /** The folder of the data; left out, a new one. */
  folder?: string
  /** The count of servers, from the first on, that reach PostgreSQL through the proxy. */
  proxied?: number
  /** The program of the first server, where it is of another version. */
  firstProgram?: string
  /** The domain of the companies; one of `localhost` for browsers, which find no other. */
  domain?: string
  /** The PostgreSQL, where it is not to be a single one of its own. */
  postgres?: RunningPostgres
}

const apiKey = 'the key of the installation'
const lowStock = 400
const restock = 800

const quickMessages = {
  WHATSAPP_QUIET_HOURS: '0-0',
  WHATSAPP_KNOWN_SECONDS: '0-0',
  WHATSAPP_FIRST_SECONDS: '0-0',
  WHATSAPP_FIRST_PER_DAY: '9999-9999',
}

/**
 * Opens a PostgreSQL that waits for the disk as the product's does, two servers on it, a gateway, and companies with clerks.
 */
export async function openInstallation(options: InstallationOptions = {}): Promise<Installation> {
  return await open(options).catch(async (error: unknown) => {
    // The caller of a failed open has no installation to close.
    await cleanUp()
    throw error
  })
}

async function open(options: InstallationOptions): Promise<Installation> {
  const folder = options.folder ?? makeFolder()
  const own = { dataDir: folder, say: () => {}, ...(options.settings && { settings: options.settings }) }
  const postgres = options.postgres ?? (await embeddedPostgres.start(own))
  await migrate(postgres.ownerUrl, { say: () => {} })
  const owner = new pg.Pool({ connectionString: postgres.ownerUrl, max: 4 })
  owner.on('error', () => {})
  const fake = await startFakeWaha({ apiKey, times: quickTimes })
  const domain = options.domain ?? 'casillero.test'
  const variables = {
    BASE_DOMAIN: domain,
    DATABASE_URL: postgres.ownerUrl,
    WAHA_URL: fake.url,
    WAHA_API_KEY: apiKey,
    WAHA_WEBHOOK_URL: 'http://127.0.0.1:9',
    ...quickMessages,
  }
  const variablesFor = typeof options.variables === 'function' ? options.variables : () => options.variables
  const proxy = await startPgProxy(postgres.ownerUrl)
  const instances = await Promise.all(
    Array.from({ length: options.servers ?? 2 }, (_, n) =>
      openInstance(
        { ...variables, ...(n < (options.proxied ?? 0) && { DATABASE_URL: proxy.url }), ...variablesFor(n) },
        n === 0 ? options.firstProgram : undefined,
      ),
    ),
  )
  const shops = await openShops(owner, options.shops ?? 8, { fake, apiKey }, domain)
  const killer = startKiller()
  const loads = new Set<Load>()
  let histories = 0
  let filling: Promise<void> = Promise.resolve()

  function invoice(clerks: number): Load {
    histories += 1
    const history = join(folder, `history-${histories}.jsonl`)
    const counters = shops.map((shop) => shop.counter)
    const load = startLoad({ servers: instances.map(({ url }) => url), counters, history, clerks })
    let isFilling = false
    const fill = setInterval(() => {
      load.readMore()
      if (isFilling || load.packagesLeft() > lowStock * shops.length) return
      isFilling = true
      // The database may be away, which is what these tests are about; the next round tries again.
      filling = stockUp(owner, shops, restock)
        .then((stocks) => load.stock(stocks))
        .catch(() => {})
        .finally(() => {
          isFilling = false
        })
    }, 25)
    const stocked: Load = {
      ...load,
      async stop() {
        clearInterval(fill)
        loads.delete(stocked)
        await load.stop()
        await filling
      },
    }
    loads.add(stocked)
    return stocked
  }

  return {
    postgres,
    owner,
    instances,
    fake,
    proxy,
    killer,
    shops,
    folder,
    invoice,
    async close() {
      for (const load of loads) await load.stop()
      killer.end()
      for (const instance of instances) instance.process().kill('SIGKILL')
      await Promise.all(instances.map((instance) => instance.process().ended))
      await fake.close()
      await proxy.close()
      await owner.end()
      await postgres.stop()
      await cleanUp()
    },
  }
}

async function openInstance(variables: Record<string, string>, program?: string): Promise<Instance> {
  let server = startServer(variables, program)
  await server.ready
  const url = server.url()
  return {
    url,
    process: () => server,
    async start(others) {
      server = startServer({ ...variables, ...others, PORT: new URL(url).port }, program)
      await server.ready
    },
  }
}
