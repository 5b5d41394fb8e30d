import type { oneRow } from '@casillero/shared/contract/catalogue'
import type { dataReply, Endpoint, emptyReply } from '@casillero/shared/contract/endpoint'
import type * as z from 'zod/mini'
import type { Db, Session } from '../database/database.ts'
import { type Route, serve } from './endpoint.ts'

type Saves<Row, Draft> = Omit<Endpoint, 'reply' | 'file' | 'otherFile'> & {
  params?: never
  body: z.core.$ZodType<Draft>
  reply: ReturnType<typeof dataReply<z.core.$ZodType<Row>>>
}
type OneRow = { params: typeof oneRow }

type Described<Row, Draft> = {
  calls: {
    create: Saves<Row, Draft>
    update: Omit<Saves<Row, Draft>, 'params'> & OneRow
    remove: Omit<Endpoint, 'reply' | 'file' | 'otherFile'> & OneRow & { reply: typeof emptyReply }
  }
}

type Rows<Row, Draft> = {
  create: (db: Db, draft: Draft, session: Session) => Promise<Row>
  update: (db: Db, id: string, draft: Draft, session: Session) => Promise<Row>
  remove: (db: Db, id: string, session: Session) => Promise<null>
}

/** Serves the calls shared by all catalogues. */
export function serveCatalogue<Row, Draft>({ calls }: Described<Row, Draft>, rows: Rows<Row, Draft>): Route[] {
  return [
    serve(calls.create, (db, { body }, session) => rows.create(db, body, session)),
    serve(calls.update, (db, { params, body }, session) => rows.update(db, params.id, body, session)),
    serve(calls.remove, (db, { params }, session) => rows.remove(db, params.id, session)),
  ]
}
