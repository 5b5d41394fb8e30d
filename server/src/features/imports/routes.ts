import { importEndpoints } from '@casillero/shared/contract/imports'
import { type Route, serve, serveFile, serveInSteps } from '../../platform/http/endpoint.ts'
import { errorFile, sampleFile } from './import-files.ts'
import { listKinds, requireKind } from './kinds/kinds.ts'
import { getLoad, listLoads, listRows, toLoad } from './queries.ts'
import { chooseSheet, createImport } from './read/create-import.ts'
import { mapImport } from './review/map-import.ts'
import { previewUndo, runImport, stopImport, undoImport } from './write/run-import.ts'

export const importRoutes: Route[] = [
  serve(importEndpoints.list, (db, { query }, session) => listLoads(db, query, listKinds(session))),
  serveInSteps(importEndpoints.create, (asCaller, { body, file }, once) =>
    createImport(asCaller, { kind: body.kind, text: body.text, file }, once),
  ),
  serve(importEndpoints.get, async (db, { params }, session) => {
    const load = await getLoad(db, params.id)
    requireKind(session, load.kind)
    return toLoad(load)
  }),
  serveInSteps(importEndpoints.sheet, (asCaller, { params, body }) => chooseSheet(asCaller, params.id, body.sheet)),
  serveInSteps(importEndpoints.map, (asCaller, { params, body }) => mapImport(asCaller, params.id, body)),
  serve(importEndpoints.rows, async (db, { params, query }, session) => {
    requireKind(session, (await getLoad(db, params.id)).kind)
    return await listRows(db, params.id, query)
  }),
  serveInSteps(importEndpoints.run, (asCaller, { params, body }) => runImport(asCaller, params.id, body)),
  serve(importEndpoints.stop, (db, { params }, session) => stopImport(db, params.id, session)),
  serve(importEndpoints.undoable, (db, { params }, session) => previewUndo(db, params.id, session)),
  serveInSteps(importEndpoints.undo, (asCaller, { params }) => undoImport(asCaller, params.id)),
  serveFile(importEndpoints.sample, (db, { params }) => sampleFile(db, params.kind)),
  serveFile(importEndpoints.errors, (db, { params }) => errorFile(db, params.id)),
]
