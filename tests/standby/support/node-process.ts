// Keeps one PostgreSQL of the pair in a process of its own, so that both can be killed for good: what started it would start it again.
import { embeddedPostgres } from '../../../server/src/platform/database/embedded-postgres.ts'

const { DATA_DIR = '', NODE_PORT = '', SETTINGS = '{}' } = process.env

const settings: Record<string, string> = JSON.parse(SETTINGS)
const running = await embeddedPostgres.start({ dataDir: DATA_DIR, port: Number(NODE_PORT), settings, say: () => {} })
const { pid, ownerUrl, superuserUrl, dataDirectory } = running
process.send?.({ pid, ownerUrl, superuserUrl, dataDirectory })
const end = () => void running.stop().then(() => process.exit())
process.on('message', end).on('disconnect', end)
