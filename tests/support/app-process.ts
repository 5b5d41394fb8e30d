// Serves the product's HTTP side on a given database, in a process of its own that a test can kill.
import { createApp } from '../../server/src/app.ts'
import { createDatabase } from '../../server/src/platform/database/database.ts'
import { createLogger } from '../../server/src/platform/process/logger.ts'

const { LOGIN_URL = '' } = process.env

const database = createDatabase({ url: LOGIN_URL, poolSize: 8 })
// Callers name the company by X-Forwarded-Host, as behind a proxy.
const app = await createApp({
  database,
  logger: createLogger('silent'),
  trustedProxy: 'loopback',
  isBehindTls: false,
})
// Ends with its parent, which may be killed as well.
process.stdin.on('end', () => process.exit()).resume()
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
