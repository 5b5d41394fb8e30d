import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningPostgres } from '@casillero/embedded-postgres'
import { embeddedPostgres } from '../../../server/src/platform/database/embedded-postgres.ts'
import { withConnection } from '../../../server/src/platform/database/single-connection.ts'
import { findPort } from '../../../tools/free-port.ts'
import { processTreeOf } from '../../support/installation/killer.ts'
import { waitUntil } from '../../support/patience.ts'
import { makeFolder } from '../../support/server-process.ts'
import { type Haproxy, startHaproxy } from './haproxy.ts'

type Started = Pick<RunningPostgres, 'pid' | 'ownerUrl' | 'superuserUrl' | 'dataDirectory'>

/** One of the two machines. */
type Machine = {
  name: string
  dataDir: string
  port: number
  healthPort: number
  health: Server
  keeper?: ChildProcess
  postgres?: Started
}

/** A primary with a synchronous standby, and HAProxy that leads to the primary. */
export type Pair = {
  /** The primary as the servers reach it, which is through HAProxy. */
  postgres: RunningPostgres
  haproxy: Haproxy
  /** The connection string of the standby's superuser, through no proxy. */
  standbyUrl(): string
  superuserUrl(): string
  /** The processes of the primary: what keeps it, PostgreSQL, and its children. */
  primaryProcesses(): number[]
  /** Does what Patroni does once the primary is dead: notices it, and promotes the standby. Gives when that was done. */
  failOver(): Promise<number>
  /** Makes the machine that died the standby of the new primary, and waits until commits wait for it. */
  rebuild(): Promise<void>
  close(): Promise<void>
}

const missedProbes = 3
const probeMs = 1_000
// The log that the standby has to fetch after it was copied is still there, under load too.
const settings = { wal_keep_size: '1GB', max_connections: '120', hot_standby_feedback: 'on' }

const ask = (url: string, statement: string) =>
  withConnection(url, async (client) => (await client.query<{ answer: unknown }>(statement)).rows[0]?.answer, 2_000)

/** The health answer of a machine, as Patroni's REST service gives it: 200 at the path of its role. */
function answerRole(machine: Machine): Server {
  return createServer((request, response) => {
    const role = async () => {
      if (!machine.postgres) throw new Error('down')
      return (await ask(machine.postgres.superuserUrl, 'select pg_is_in_recovery() as answer'))
        ? '/replica'
        : '/primary'
    }
    role().then(
      (path) => response.writeHead(request.url?.startsWith(path) ? 200 : 503).end(),
      () => response.writeHead(503).end(),
    )
  })
}

async function openMachine(name: string): Promise<Machine> {
  const [port, healthPort] = [await findPort(), await findPort()]
  const machine: Machine = { name, dataDir: makeFolder(), port, healthPort, health: createServer() }
  machine.health = answerRole(machine).listen(healthPort, '127.0.0.1')
  return machine
}

async function start(machine: Machine, more: Record<string, string> = {}): Promise<void> {
  const keeper = fork(join(import.meta.dirname, 'node-process.ts'), {
    execArgv: [],
    env: {
      ...process.env,
      DATA_DIR: machine.dataDir,
      NODE_PORT: `${machine.port}`,
      SETTINGS: JSON.stringify({ ...settings, ...more }),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  machine.keeper = keeper
  machine.postgres = await new Promise<Started>((resolve, reject) => {
    keeper.once('message', resolve as (started: unknown) => void)
    keeper.once('exit', () => reject(new Error(`PostgreSQL of ${machine.name} did not start`)))
  })
}

const readUrl = ({ postgres }: Machine) => postgres?.superuserUrl ?? ''

/** Copies the primary to the standby's folder, starts it there, and lets commits wait for it. */
async function follow(primary: Machine, standby: Machine): Promise<void> {
  rmSync(standby.dataDir, { recursive: true, force: true })
  await embeddedPostgres.backUp({ dataDir: primary.dataDir, target: standby.dataDir })
  // The user who runs PostgreSQL passes through it.
  chmodSync(standby.dataDir, 0o755)
  const cluster = join(standby.dataDir, 'postgres')
  const { uid, gid } = statSync(primary.postgres?.dataDirectory ?? '')
  writeFileSync(join(cluster, 'standby.signal'), '')
  // The copy has it from the primary; once promoted, the standby would wait for itself.
  appendFileSync(join(cluster, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n")
  execFileSync('chown', ['-R', `${uid}:${gid}`, cluster])
  const { port, password } = new URL(readUrl(primary))
  await start(standby, {
    primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=${standby.name}`,
  })
  const count = (condition: string) =>
    ask(readUrl(primary), `select count(*)::int as answer from pg_stat_replication where ${condition}`)
  // As Patroni does: commits wait for a standby only once it has caught up.
  await waitUntil(async () => (await count("state = 'streaming'")) === 1, 60_000, 'a standby that has caught up')
  await withConnection(readUrl(primary), async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${standby.name}'`)
    await client.query('select pg_reload_conf()')
  })
  await waitUntil(async () => (await count("sync_state = 'sync'")) === 1, 60_000, 'a synchronous standby')
}

/** Opens the pair; the first machine is the primary to begin with. */
export async function openPair(): Promise<Pair> {
  let [primary, standby] = [await openMachine('db1'), await openMachine('db2')] as const
  const haproxy = await startHaproxy(makeFolder(), [primary, standby])
  const close = async () => {
    await haproxy.stop()
    for (const { keeper, health, postgres } of [primary, standby]) {
      health.close()
      if (keeper?.exitCode === null && keeper.signalCode === null) {
        const ended = once(keeper, 'exit')
        keeper.send('stop')
        await ended
      }
      if (postgres) await embeddedPostgres.findRunning(postgres.dataDirectory)?.stop()
    }
  }
  try {
    await start(primary)
    await follow(primary, standby)
  } catch (error) {
    await close()
    throw error
  }
  const through = (url = '') => Object.assign(new URL(url), { port: String(haproxy.primaryPort) }).href
  const first = primary.postgres
  if (!first) throw new Error('The primary did not start')
  return {
    haproxy,
    postgres: {
      ...first,
      ownerUrl: through(first.ownerUrl),
      superuserUrl: through(first.superuserUrl),
      onceRestored: () => Promise.resolve(),
      stop: close,
      stopWithoutWaiting: () => {},
    },
    superuserUrl: () => readUrl(primary),
    standbyUrl: () => readUrl(standby),
    primaryProcesses: () => [primary.keeper?.pid ?? 0, ...processTreeOf(primary.postgres?.pid ?? 0)],
    async failOver() {
      let missed = 0
      while (missed < missedProbes) {
        missed = await ask(readUrl(primary), 'select 1 as answer').then(
          () => 0,
          () => missed + 1,
        )
        if (missed < missedProbes) await pause(probeMs)
      }
      await ask(readUrl(standby), 'select pg_promote(true, 60) as answer')
      const promotedAt = Date.now()
      ;[primary, standby] = [standby, primary]
      return promotedAt
    },
    rebuild: () => follow(primary, standby),
    close,
  }
}
