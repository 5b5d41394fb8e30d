import { join } from 'node:path'
import { type Killable, kill, startKillable } from './killable-process.ts'
import type { World } from './world.ts'

/** The product's HTTP side in a process of its own, which knows a company by X-Forwarded-Host. */
export type KillableApp = Killable & { address: string }

/** Starts one more server on the database of a world. */
export async function startKillableApp({ loginUrl }: World): Promise<KillableApp> {
  const app = await startKillable(join(import.meta.dirname, 'app-process.ts'), { LOGIN_URL: loginUrl })
  return { ...app, address: app.said }
}

export const killApp: (app: KillableApp) => Promise<void> = kill
