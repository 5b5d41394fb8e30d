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
    return { data: toLoad(load) }
  }),
  serveInSteps(importEndpoints.sheet, async (asCaller, { params, body }) => ({
    data: await chooseSheet(asCaller, params.id, body.sheet),
  })),
  serveInSteps(importEndpoints.map, async (asCaller, { params, body }) => ({
    data: await mapImport(asCaller, params.id, body),
  })),
  serve(importEndpoints.rows, async (db, { params, query }, session) => {
    requireKind(session, (await getLoad(db, params.id)).kind)
    return await listRows(db, params.id, query)
  }),
  serveInSteps(importEndpoints.run, async (asCaller, { params, body }) => ({
    data: await runImport(asCaller, params.id, body),
  })),
  serve(importEndpoints.stop, async (db, { params }, session) => ({ data: await stopImport(db, params.id, session) })),
  serve(importEndpoints.undoable, async (db, { params }, session) => ({
    data: await previewUndo(db, params.id, session),
  })),
  serveInSteps(importEndpoints.undo, async (asCaller, { params }) => ({ data: await undoImport(asCaller, params.id) })),
  serveFile(importEndpoints.sample, (db, { params }) => sampleFile(db, params.kind)),
  serveFile(importEndpoints.errors, (db, { params }) => errorFile(db, params.id)),
]
