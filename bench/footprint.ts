import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atMost, type Figure } from './figure.ts'
import { residentOf } from './process.ts'

export const idleFigure = (pid: number): Figure =>
  atMost(140, { name: 'Memory of the server at idle', value: residentOf(pid), unit: 'MiB resident' })

export const loadedFigure = (pid: number): Figure =>
  atMost(250, { name: 'Memory of the server after the whole load', value: residentOf(pid), unit: 'MiB resident' })

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function startAndStop(dataDir: string): Promise<number> {
  const port = await freePort()
  const from = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      NODE_ENV: 'production',
      BASE_DOMAIN: 'casillero.localhost',
      DATABASE_URL: '',
    },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) break
    if (child.exitCode !== null) throw new Error('npm start ended before it answered')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const seconds = (performance.now() - from) / 1000
  child.kill('SIGTERM')
  await exited
  return seconds
}

/** Measures the time from `npm start` to the first good answer, on a folder that an earlier start has filled. */
export async function startFigure(): Promise<Figure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'casillero-start-'))
  chmodSync(dataDir, 0o755)
  const first = await startAndStop(dataDir)
  const second = await startAndStop(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  return atMost(5, {
    name: 'The second `npm start` until its first answer',
    value: second,
    unit: 'seconds',
    beside: { 'the first one, seconds': Number(first.toFixed(1)) },
  })
}
