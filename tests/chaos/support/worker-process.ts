// Runs the server's worker in a process of its own, which a test can kill, on a given database and gateway.
import { receiveEvent } from '../../../server/src/features/conversations/receive-event.ts'
import { sendingJobs } from '../../../server/src/features/messages/sending/jobs.ts'
import { connectionJobs, connectionTimes } from '../../../server/src/features/whatsapp/jobs.ts'
import { createDatabase } from '../../../server/src/platform/database/database.ts'
import { startWorker } from '../../../server/src/platform/process/worker.ts'
import { createWaha } from '../../../server/src/platform/whatsapp/waha.ts'
import { noPace, quickSending } from '../../support/messenger.ts'

const { LOGIN_URL = '', GATEWAY_URL = '', API_KEY = '', WEBHOOK_URL = '' } = process.env

const database = createDatabase({ url: LOGIN_URL, poolSize: 6 })
const gateway = createWaha({
  url: GATEWAY_URL,
  apiKey: API_KEY,
  webhookUrl: WEBHOOK_URL,
  timeouts: { sendMs: 300 },
})
const times = { ...quickSending, settleMs: 50, ambiguousMs: 300, lanes: 4, pace: { ...noPace, leaseMs: 1_000 } }
// An event of a connection that comes late says what no longer is so, until the connection is asked.
startWorker(
  [
    ...connectionJobs(database, gateway, receiveEvent, { ...connectionTimes, tickMs: 50, pollMs: 100, lanes: 1 }),
    ...sendingJobs(database, gateway, times),
  ],
  (job, error) => console.error(job, error),
)
// Ends with its parent, which may be killed as well.
process.stdin.on('end', () => process.exit()).resume()
console.log('works')
