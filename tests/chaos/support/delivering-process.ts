// Sends webhooks in a process of its own, which a test can kill, from a given database.
import { deliveringJobs } from '../../../server/src/features/webhooks/jobs.ts'
import { allowLocalReceivers } from '../../../server/src/features/webhooks/receivers.ts'
import { createDatabase } from '../../../server/src/platform/database/database.ts'
import { startWorker } from '../../../server/src/platform/process/worker.ts'
import { quickDelivering } from '../../support/webhook-scene.ts'

const { LOGIN_URL = '', LEASE_MS = '1000' } = process.env

allowLocalReceivers()
const database = createDatabase({ url: LOGIN_URL, poolSize: 6 })
const times = {
  ...quickDelivering,
  tickMs: 20,
  timeoutMs: 500,
  leaseMs: Number(LEASE_MS),
  lanes: 6,
  mostAtOnce: 4,
  retryMs: Array(100).fill(20),
}
startWorker(deliveringJobs(database, times), (job, error) => console.error(job, error))
// Ends with its parent, which may be killed as well.
process.stdin.on('end', () => process.exit()).resume()
console.log('works')
