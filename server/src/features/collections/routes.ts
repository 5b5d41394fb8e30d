import { collectionEndpoints } from '@casillero/shared/contract/collections'
import { receiptEndpoints } from '@casillero/shared/contract/receipts'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve, serveFile, serveReading } from '../../platform/http/endpoint.ts'
import { collect } from './collect.ts'
import { getCollectionPaper } from './collection-paper.ts'
import { getCollection } from './queries.ts'
import { previewCollectionReversal, reverseCollection } from './reverse-collection.ts'

export const collectionRoutes: Route[] = [
  serve(
    collectionEndpoints.create,
    (db, { params, body }, session) => collect(db, params.id, body, session),
    ({ data }) =>
      new AppError('collection_already_made', {
        values: { number: data.companyCollectionId },
        details: { collectionId: data.id },
      }),
  ),
  serveReading(collectionEndpoints.get, (db, { params }) => getCollection(db, params.id)),
  serveFile(receiptEndpoints.collection, (db, { params, query }) => getCollectionPaper(db, params.id, query.format)),
  serve(collectionEndpoints.previewReversal, (db, { params, query }, session) =>
    previewCollectionReversal(db, params.id, query, session),
  ),
  serve(collectionEndpoints.reverse, (db, { params, body }, session) =>
    reverseCollection(db, params.id, body, session),
  ),
]
