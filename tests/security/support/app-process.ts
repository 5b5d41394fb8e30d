// A server alone in a process of its own, to be killed: the product's HTTP side on the database that it is given.
import { createApp } from '../../../server/src/app.ts'
import { createDatabase } from '../../../server/src/platform/database/database.ts'
import { createLogger } from '../../../server/src/platform/process/logger.ts'

const { LOGIN_URL = '' } = process.env

const database = createDatabase({ url: LOGIN_URL, poolSize: 8 })
// Callers say by X-Forwarded-Host which company they mean, as behind a proxy.
const app = await createApp({
  database,
  logger: createLogger('silent'),
  trustedProxy: 'loopback',
  isBehindTls: false,
})
// Its parent may be killed as well, and would leave it behind.
process.stdin.on('end', () => process.exit()).resume()
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
