// Serves webhooks and works off the jobs of chats in one process, which a test can kill, on a given database and gateway.
import { createApp } from '../../../server/src/app.ts'
import { fetchingJob } from '../../../server/src/features/conversations/jobs.ts'
import { receiveEvent } from '../../../server/src/features/conversations/receive-event.ts'
import { sendingJobs } from '../../../server/src/features/messages/sending/jobs.ts'
import { connectionJobs, connectionTimes } from '../../../server/src/features/whatsapp/jobs.ts'
import { createDatabase } from '../../../server/src/platform/database/database.ts'
import { createLogger } from '../../../server/src/platform/process/logger.ts'
import { startWorker } from '../../../server/src/platform/process/worker.ts'
import { createWaha } from '../../../server/src/platform/whatsapp/waha.ts'
import { noPace, quickSending } from '../../support/messenger.ts'

const { LOGIN_URL = '', GATEWAY_URL = '', API_KEY = '', PORT = '0', IS_POLLING = 'yes' } = process.env

const database = createDatabase({ url: LOGIN_URL, poolSize: 8 })
const app = await createApp({
  database,
  logger: createLogger('silent'),
  trustedProxy: 'loopback',
  isBehindTls: false,
})
const address = await app.listen({ port: Number(PORT), host: '127.0.0.1' })
const gateway = createWaha({ url: GATEWAY_URL, apiKey: API_KEY, webhookUrl: address, timeouts: { sendMs: 300 } })
const sending = { ...quickSending, settleMs: 50, ambiguousMs: 300, pace: { ...noPace, leaseMs: 1_000 } }
const connection = { ...connectionTimes, tickMs: 20, pollMs: 100, lanes: 1 }
startWorker(
  [
    ...(IS_POLLING === 'yes' ? connectionJobs(database, gateway, receiveEvent, connection) : []),
    fetchingJob(database, gateway, 20),
    ...sendingJobs(database, gateway, sending),
  ],
  // Refusals of a gateway that is down are expected here.
  () => undefined,
)
// Ends with its parent, which may be killed as well.
process.stdin.on('end', () => process.exit()).resume()
console.log(address)
