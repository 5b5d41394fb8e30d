// Brings a database to the newest schema, in a process of its own that can be killed on the way.
import { migrate } from '../../../server/src/platform/database/migrate.ts'

await migrate(process.env.OWNER_URL ?? '', {
  say: (line) => console.log(line),
})
