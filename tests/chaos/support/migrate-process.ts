// Migrates a database in a process of its own, which a test can kill meanwhile.
import { migrate } from '../../../server/src/platform/database/migrate.ts'

await migrate(process.env.OWNER_URL ?? '', {
  say: (line) => console.log(line),
})
