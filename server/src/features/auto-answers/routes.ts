import { autoAnswerEndpoints } from '@casillero/shared/contract/auto-answers'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { readAutoAnswers } from './queries.ts'
import { updateAnswers } from './update-answers.ts'

export const autoAnswerRoutes: Route[] = [
  serveReading(autoAnswerEndpoints.list, (db) => readAutoAnswers(db)),
  serve(autoAnswerEndpoints.update, (db, { body, origin }) => updateAnswers(db, body, origin)),
]
