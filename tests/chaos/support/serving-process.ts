// Works off the jobs of messages and chats in one process, which a test can kill, on a given database and gateway, and serves the
// gateway's events, unless `WEBHOOK_URL` says who does.
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

const { LOGIN_URL = '', GATEWAY_URL = '', API_KEY = '', PORT = '0', IS_POLLING = 'yes', WEBHOOK_URL } = process.env

const database = createDatabase({ url: LOGIN_URL, poolSize: 8 })

async function serve(): Promise<string> {
  const app = await createApp({
    database,
    logger: createLogger('silent'),
    trustedProxy: 'loopback',
    isBehindTls: false,
  })
  return await app.listen({ port: Number(PORT), host: '127.0.0.1' })
}

const address = WEBHOOK_URL ?? (await serve())
const gateway = createWaha({ url: GATEWAY_URL, apiKey: API_KEY, webhookUrl: address, timeouts: { sendMs: 300 } })
const sending = { ...quickSending, settleMs: 50, ambiguousMs: 300, lanes: 4, pace: { ...noPace, leaseMs: 1_000 } }
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
