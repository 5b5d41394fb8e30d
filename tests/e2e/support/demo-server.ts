import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type DemoServer = { url: string; stop: () => Promise<void> }

/** Starts the product as a newcomer does, with its demo company, on a temporary folder. */
export async function startDemoServer(): Promise<DemoServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'casillero-screens-'))
  // PostgreSQL runs as another user when this is root.
  chmodSync(dataDir, 0o755)
  const server = spawn(process.execPath, [join(import.meta.dirname, '../../../server/src/main.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      NODE_ENV: 'development',
      PORT: '0',
      STOP_WITHOUT_PARENT: String(process.pid),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  async function stop(): Promise<void> {
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /^Open (http:\S+) /.exec(line)?.[1]
    if (url === undefined) continue
    server.stdout.resume()
    return { url, stop }
  }
  await stop()
  throw new Error('The demo did not start')
}
