import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findPort } from '../../../tools/free-port.ts'
import { waitUntil } from '../../support/patience.ts'

/** A machine behind HAProxy: the port of its PostgreSQL, and the port at which it says its role. */
export type Behind = { port: number; healthPort: number }

export type Haproxy = { primaryPort: number; replicaPort: number; stop(): Promise<void> }

const shipped = join(import.meta.dirname, '../../../deploy/haproxy.cfg')

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    socket.unref()
  })

/** Runs HAProxy with the shipped configuration, of which only addresses and the log are replaced. */
export async function startHaproxy(folder: string, [first, second]: readonly [Behind, Behind]): Promise<Haproxy> {
  const { HAPROXY_PATH: program, HAPROXY_LIBRARIES: libraries = '' } = process.env
  if (!program)
    throw new Error('HAPROXY_PATH is missing: these tests run by `npm run test:standby`, which finds HAProxy.')
  const [primaryPort, replicaPort] = [await findPort(), await findPort()]
  const changes = [
    ['127.0.0.1:6432', `127.0.0.1:${primaryPort}`],
    ['127.0.0.1:6433', `127.0.0.1:${replicaPort}`],
    ['10.0.0.11:5432 check port 8008', `127.0.0.1:${first.port} check port ${first.healthPort}`],
    ['10.0.0.12:5432 check port 8008', `127.0.0.1:${second.port} check port ${second.healthPort}`],
    ['log /dev/log local0 notice', 'log stdout local0 alert'],
  ] as const
  let text = readFileSync(shipped, 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/haproxy.cfg has no "${from}" any more.`)
    text = text.replaceAll(from, to)
  }
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const child = spawn(program, ['-db', '-f', file], {
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await waitUntil(() => answers(primaryPort), 30_000, 'HAProxy listening')
  return {
    primaryPort,
    replicaPort,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
