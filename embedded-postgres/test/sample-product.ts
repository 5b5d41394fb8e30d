import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbeddedPostgres } from '../src/embedded-postgres.ts'

/** What a product would say of itself. */
export const sampleConfiguration = {
  database: 'sample',
  owner: 'sample_owner',
  systemUser: 'nobody',
  systemFolder: process.env.SYSTEM_FOLDER ?? join(tmpdir(), `embedded-postgres-of-${process.pid}`),
  settings: { shared_buffers: '16MB' },
}

export const sample = createEmbeddedPostgres(sampleConfiguration)

export const quiet = (): void => {}
