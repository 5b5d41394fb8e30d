import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Configuration } from './configuration.ts'

const passwords = z.object({ superuser: z.string(), owner: z.string() })
type Passwords = z.infer<typeof passwords>

/** Stored beside the cluster, and in each backup. */
export const passwordFile = 'passwords.json'

/**
 * Creates them at the first start.
 * @param home the folder that holds the cluster
 */
export function readPasswords(home: string): Passwords {
  const path = join(home, passwordFile)
  if (existsSync(path)) return passwords.parse(JSON.parse(readFileSync(path, 'utf8')))
  const fresh = { superuser: randomBytes(24).toString('base64url'), owner: randomBytes(24).toString('base64url') }
  writeFileSync(`${path}.new`, JSON.stringify(fresh), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  return fresh
}

export function buildUrls(
  { owner, database }: Configuration,
  secrets: Passwords,
  port: number,
): { ownerUrl: string; superuserUrl: string } {
  const address = `127.0.0.1:${port}`
  return {
    ownerUrl: `postgres://${encodeURIComponent(owner)}:${secrets.owner}@${address}/${encodeURIComponent(database)}`,
    superuserUrl: `postgres://postgres:${secrets.superuser}@${address}/postgres`,
  }
}
