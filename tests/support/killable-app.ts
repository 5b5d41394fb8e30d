import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { World } from './world.ts'

const program = join(import.meta.dirname, 'app-process.ts')

/** The product's HTTP side in a process of its own, which knows a company by X-Forwarded-Host. */
export type KillableApp = { child: ChildProcess; address: string }

/** Starts one more server on the database of a world. */
export async function startKillableApp({ loginUrl }: World): Promise<KillableApp> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH ?? '', LOGIN_URL: loginUrl },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [address] = await once(createInterface(child.stdout), 'line')
  return { child, address: String(address) }
}

/** Kills it as `kill -9` does, and waits until it is gone. */
export async function killApp({ child }: KillableApp): Promise<void> {
  const ended = once(child, 'close')
  child.kill('SIGKILL')
  await ended
}
