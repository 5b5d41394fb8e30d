import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/process/worker.ts'
import { enqueueReply } from '../messages/queue/enqueue-reply.ts'
import { settleSignup } from './receive-signup.ts'

/** Goes on with requests whose message came from a hidden number, as soon as that is known. */
export const signupJob = (database: Database, everyMs = 1_000): Job => ({
  name: 'signups of hidden numbers',
  everyMs,
  async run() {
    const claimed = await database.withoutCompany(
      async (db) =>
        (await sql<{ company_id: string; signup_id: string }>`select * from claim_hidden_signup()`.execute(db)).rows[0],
    )
    if (!claimed) return false
    const { company_id: companyId, signup_id: id } = claimed
    await database.asUser({ companyId, userId: '' }, async (db) => {
      // Another server may have gone on with it.
      const known = await db
        .selectFrom('signups as s')
        .innerJoin('chat_aliases as a', 'a.alias', 's.alias')
        .innerJoin('conversations as v', (join) => join.on(sql<boolean>`v.phone = a.phone`))
        .select(['a.phone', 'v.id as conversationId'])
        .where('s.id', '=', id)
        .where('s.state', '=', 'waiting')
        .where('s.phone', 'is', null)
        .forUpdate('s')
        .executeTakeFirst()
      if (!known?.phone) return
      const { text, clientId } = await settleSignup(db, id, known.phone)
      if (text === null) return
      await enqueueReply(db, {
        ...{ eventKey: `signup:${id}`, occasion: 'answer', rule: 'signup' },
        ...{ conversationId: known.conversationId, clientId, phone: known.phone, text },
      })
    })
    return true
  },
})
