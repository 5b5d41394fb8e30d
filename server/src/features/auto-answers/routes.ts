import { autoAnswerEndpoints } from '@casillero/shared/contract/auto-answers'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { readAutoAnswers } from './queries.ts'
import { updateAnswers } from './update-answers.ts'

export const autoAnswerRoutes: Route[] = [
  serveReading(autoAnswerEndpoints.list, async (db) => ({ data: await readAutoAnswers(db) })),
  serve(autoAnswerEndpoints.update, async (db, { body, origin }) => ({ data: await updateAnswers(db, body, origin) })),
]
