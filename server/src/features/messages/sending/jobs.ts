import { sql } from 'kysely'
import type { Database, Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { redrawAsJpeg } from '../../../platform/http/picture.ts'
import { outboxJobs } from '../../../platform/process/outbox.ts'
import type { Job } from '../../../platform/process/worker.ts'
import type { Gateway, SentFile } from '../../../platform/whatsapp/gateway.ts'
import { type Claimed, recordOutcome } from './record-outcome.ts'
import { type LeavingFile, renderLeaving } from './render-leaving.ts'

/** Hours are Managua's. A company's own values are in the columns of `whatsapp_sessions` with these names. */
export type Pace = {
  quietFromHour: number
  quietToHour: number
  knownLeastMs: number
  knownMostMs: number
  firstLeastMs: number
  firstMostMs: number
  firstContactsPerDay: number
  firstContactsMost: number
  leaseMs: number
}

/** A person's pace: known chats every few seconds, first contacts rarely, none at night. */
const defaultPace: Pace = {
  quietFromHour: 20,
  quietToHour: 7,
  knownLeastMs: 4_000,
  knownMostMs: 8_000,
  firstLeastMs: 30_000,
  firstMostMs: 60_000,
  firstContactsPerDay: 20,
  firstContactsMost: 150,
  leaseMs: 60_000,
}

export type SendingTimes = Parameters<typeof recordOutcome>[3] & {
  tickMs: number
  settleMs: number
  /** Parallel sends, so that a gateway that hangs for one company does not hold up the others. */
  lanes: number
  /** Overrides `defaultPace`. */
  pace: Partial<Pace>
}

export const sendingTimes: SendingTimes = {
  tickMs: 500,
  settleMs: 5_000,
  ambiguousMs: 60_000,
  parkMs: 30_000,
  retryMs: [30_000, 120_000, 600_000, 1_800_000],
  lanes: 4,
  pace: {},
}

/** Messages of a seeded company must never reach a real phone. Null if the gateway's kind is unknown. */
const isFake = async (gateway: Gateway | null): Promise<boolean | null> => (gateway ? await gateway.isFake() : null)

/** The database uses the pace to claim messages and to explain their waiting. */
async function setPace(db: Db, pace: Partial<Pace>): Promise<void> {
  const { quietFromHour, quietToHour, knownLeastMs, knownMostMs, ...rest } = { ...defaultPace, ...pace }
  const { firstLeastMs, firstMostMs, firstContactsPerDay, firstContactsMost, leaseMs } = rest
  await sql`select set_installation_pace(${quietFromHour}, ${quietToHour}, ${knownLeastMs}, ${knownMostMs},
    ${firstLeastMs}, ${firstMostMs}, ${firstContactsPerDay}, ${firstContactsMost}, ${leaseMs})`.execute(db)
}

const busy = { kind: 'transient', reason: 'El servidor estaba ocupado' } as const

/** Pictures leave as JPEG, because not every phone shows WebP. Null while the server is busy. */
async function drawLeaving(company: string, { kind, name, content }: LeavingFile): Promise<SentFile | null> {
  if (kind === 'pdf') return { mimetype: 'application/pdf', name: name ?? 'documento.pdf', content }
  try {
    const party = { company, rank: 'staff', origin: 'whatsapp' } as const
    return { mimetype: 'image/jpeg', name: 'foto.jpg', content: await redrawAsJpeg(party, content) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return null
    throw error
  }
}

/** Runs without a gateway too, because notifications expire there as well. */
export const settlingJob = (database: Database, times: SendingTimes, gateway: Gateway | null = null): Job => ({
  name: 'messages settle',
  everyMs: times.settleMs,
  async run() {
    const gatewayIsFake = await isFake(gateway)
    await database.withoutCompany(async (db) => {
      await setPace(db, times.pace)
      await sql`select settle_waiting_messages(${gatewayIsFake}::boolean)`.execute(db)
    })
    return false
  },
})

/** Sends for each company one message at a time. */
export function sendingJobs(database: Database, gateway: Gateway, times = sendingTimes): Job[] {
  let isPaceSet = false
  const runInCompany = <T>(claimed: Claimed, run: (db: Db) => Promise<T>) =>
    database.asUser({ companyId: claimed.company_id, userId: '' }, run)
  const sending = outboxJobs({
    name: 'messages send',
    everyMs: times.tickMs,
    lanes: times.lanes,
    async claim() {
      const gatewayIsFake = await isFake(gateway)
      const claimed = await database.withoutCompany(async (db) => {
        // The first claim after a start must not use the pace of an earlier configuration.
        if (!isPaceSet) await setPace(db, times.pace)
        return (await sql<Claimed>`select * from claim_next_message(${gatewayIsFake}::boolean, true)`.execute(db))
          .rows[0]
      })
      isPaceSet = true
      return claimed
    },
    async send(claimed) {
      const leaving = await runInCompany(claimed, (db) => renderLeaving(db, claimed))
      if (!leaving) return undefined
      const { file, ...message } = leaving
      const send = { session: claimed.session_name, id: claimed.gateway_message_id, ...message }
      if (file === null) return await gateway.sendText(send)
      const drawn = await drawLeaving(claimed.company_id, file)
      return drawn === null ? busy : await gateway.sendFile({ ...send, file: drawn })
    },
    record: (claimed, outcome) => runInCompany(claimed, (db) => recordOutcome(db, claimed, outcome, times)),
  })
  return [...sending, settlingJob(database, times, gateway)]
}
