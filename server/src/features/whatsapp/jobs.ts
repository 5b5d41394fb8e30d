import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import type { Gateway } from '../../platform/gateway.ts'
import type { Job } from '../../platform/worker.ts'

export type ConnectionTimes = {
  tickMs: number
  pollMs: number
  qrMs: number
  lifecycleLeaseMs: number
  /** How long a linked phone's session may be stopped before it is started again: gateways stop for a moment, too. */
  reviveMs: number
}

export const connectionTimes: ConnectionTimes = {
  tickMs: 500,
  pollMs: 10_000,
  qrMs: 5_000,
  lifecycleLeaseMs: 60_000,
  reviveMs: 20_000,
}

const away = 'Error de conexión'

type Lifecycle = {
  company_id: string
  name: string
  webhook_token: string
  hmac_key: string
  wanted: 'start' | 'restart' | 'logout'
}

async function carryOut(gateway: Gateway, { name, webhook_token, hmac_key, wanted }: Lifecycle): Promise<void> {
  // The gateway may have been set up anew since: what it does not know is made, whatever was wished for.
  await gateway.ensureSession({ name, webhookToken: webhook_token, hmacKey: hmac_key })
  if (wanted === 'restart') await gateway.restart(name)
  if (wanted === 'logout') await gateway.logout(name)
}

/** Keeps our rows in step with the gateway: one poll for all companies, what admins ask for, and the QR somebody looks at. */
export function connectionJobs(database: Database, gateway: Gateway, times = connectionTimes): Job[] {
  const first = async <T>(run: (db: Db) => Promise<{ rows: T[] }>) => (await database.asNobody(run)).rows[0]

  return [
    {
      name: 'whatsapp poll',
      everyMs: Math.min(times.tickMs * 2, times.pollMs),
      async run() {
        const turn = await first((db) =>
          sql<{ isOurs: boolean }>`select take_gateway_turn('poll', ${times.pollMs}) as "isOurs"`.execute(db),
        )
        if (!turn?.isOurs) return false
        try {
          const seen = (await gateway.listSessions()).map(({ name, status, linkedName }) => ({
            name,
            status,
            me: linkedName,
          }))
          await database.asNobody((db) =>
            sql`select apply_gateway_sessions(${JSON.stringify(seen)}::jsonb, ${times.reviveMs})`.execute(db),
          )
        } catch {
          await database.asNobody((db) => sql`select note_gateway_failure(${away})`.execute(db))
        }
        return false
      },
    },
    {
      name: 'whatsapp lifecycle',
      everyMs: times.tickMs,
      async run() {
        const claimed = await first((db) =>
          sql<Lifecycle>`select * from claim_lifecycle(${times.lifecycleLeaseMs})`.execute(db),
        )
        if (!claimed) return false
        const problem = await carryOut(gateway, claimed).then(
          () => null,
          () => away,
        )
        const status = problem === null ? 'STARTING' : 'FAILED'
        await database.asNobody((db) =>
          sql`select finish_lifecycle(${claimed.company_id}, ${claimed.wanted}, ${status}, ${problem})`.execute(db),
        )
        return true
      },
    },
    {
      name: 'whatsapp qr',
      everyMs: times.tickMs,
      async run() {
        const claimed = await first((db) =>
          sql<{ company_id: string; name: string }>`select * from claim_qr(${times.qrMs})`.execute(db),
        )
        if (!claimed) return false
        const picture = await gateway.qr(claimed.name).catch(() => null)
        if (picture !== null) {
          await database.asNobody((db) => sql`select keep_qr(${claimed.company_id}, ${picture})`.execute(db))
        }
        return true
      },
    },
  ]
}
