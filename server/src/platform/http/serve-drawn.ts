import type { Endpoint } from '@casillero/shared/contract/endpoint'
import type { Db, Session } from '../database/database.ts'
import type { Party } from '../database/fair-turns.ts'
import { describeStaff } from '../database/staff-party.ts'
import type { Made } from './answer-once.ts'
import { type Answer, type Handled, type Input, parseInput, type SessionRoute, serve } from './endpoint.ts'
import { readDataAddress } from './picture.ts'

/** Like `serve`; a picture in a body field, given as a `data:` address, is drawn before the transaction. */
export function serveDrawn<const E extends Endpoint>(
  endpoint: E,
  field: string,
  draw: (party: Party, content: Buffer) => Promise<Buffer>,
  handle: (db: Db, input: Input<E>, session: Session, picture: Buffer | null) => Promise<Handled<E>>,
  made?: Made<Answer<E>>,
): SessionRoute {
  const serveWith = (picture: Buffer | null) =>
    serve(endpoint, (db, input, session) => handle(db, input, session, picture), made).forSession
  return {
    endpoint,
    forSession: serveWith(null),
    draw: async (asCaller, raw) => {
      if (!hasText(raw.body, field)) return serveWith(null)
      const [party, { body }] = await asCaller(async (_, session) => [
        describeStaff(session),
        parseInput(endpoint, raw),
      ])
      return serveWith(hasText(body, field) ? await draw(party, readDataAddress(String(Object(body)[field]))) : null)
    },
  }
}

const hasText = (body: unknown, field: string): boolean => typeof Object(body)[field] === 'string'
