// Brings a database to the newest schema, in a process of its own that can be killed on the way.
import { join } from 'node:path'
import { migrate } from '../src/platform/database/migrate.ts'

await migrate(process.env.OWNER_URL ?? '', {
  directory: join(import.meta.dirname, '../migrations'),
  say: (line) => console.log(line),
})
