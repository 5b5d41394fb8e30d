import * as z from 'zod/mini'
import { importKinds } from '../domain/import-fields.ts'
import { oneRow } from './catalogue.ts'
import { dataReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { chosenColumn, columnFacts, columnMapping, fixedValues, pairedValue } from './import-columns.ts'
import { id, instant, no, yes } from './schema.ts'
import { shippingKind } from './tariffs.ts'

export const importKind = z.enum(importKinds, { error: 'Elija qué importar' })

const importStatus = z.enum(['mapping', 'preview', 'running', 'done', 'undone', 'failed'])
export type ImportStatus = z.infer<typeof importStatus>

/** `same` changes nothing. */
export const importOutcome = z.enum(['new', 'updated', 'same', 'error'])
export type ImportOutcome = z.infer<typeof importOutcome>

export const importLoad = z.object({
  id,
  kind: importKind,
  fileName: z.string(),
  fileSize: z.number(),
  sheetName: z.nullable(z.string()),
  isCsv: z.boolean(),
  /** Of a text file: its first line in each way to read its letters, if they are in doubt. */
  sheets: z.array(z.object({ name: z.string(), isHidden: z.boolean() })),
  rowCount: z.number(),
  /** Imported only if chosen. */
  hiddenRows: z.number(),
  withHidden: z.boolean(),
  /** Left out; `rowCount` is without them. */
  sumRows: z.number(),
  status: importStatus,
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()), facts: columnFacts })),
  mapping: z.array(columnMapping),
  paired: z.array(pairedValue),
  fixed: fixedValues,
  counts: z.object({ new: z.number(), updated: z.number(), same: z.number(), error: z.number() }),
  progress: z.object({ done: z.number(), total: z.number(), isUndo: z.boolean() }),
  result: z.object({
    new: z.number(),
    updated: z.number(),
    refused: z.number(),
    undone: z.number(),
    kept: z.number(),
  }),
  allOrNothing: z.boolean(),
  notify: z.boolean(),
  failure: z.nullable(z.string()),
  canUndo: z.boolean(),
  /** True for the user who uploaded the file, and for admins. */
  mayChange: z.boolean(),
  createdBy: z.string(),
  createdAt: instant,
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
})
export type ImportLoad = z.infer<typeof importLoad>

export const importRow = z.object({
  row: z.number(),
  outcome: importOutcome,
  /** `kept`: not removed by an undo. */
  state: z.enum(['waiting', 'done', 'refused', 'undone', 'kept']),
  code: z.nullable(z.string()),
  client: z.nullable(z.object({ name: z.string(), casillero: z.nullable(z.string()) })),
  weight: z.nullable(z.number()),
  shippingMethod: z.nullable(shippingKind),
  detail: z.string(),
  problems: z.array(z.object({ field: z.string(), label: z.string(), message: z.string() })),
})
export type ImportRow = z.infer<typeof importRow>

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const importEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/imports',
    who: 'imports.write',
    summary: 'Loads that were begun, newest first; with `status` the one that is under way',
    query: z.object({
      page: listQuery.page,
      limit: listQuery.limit,
      status: z.optional(z.enum(['running'], { error: 'Valor no válido' })),
    }),
    reply: pageReply(importLoad),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/imports',
    idempotent: true,
    who: 'imports.write',
    summary: 'Read a file of Excel or CSV, as a form with `kind` and `file`, or cells that were copied as `text`',
    body: z.object({
      kind: importKind,
      text: z.optional(z.string().check(z.maxLength(200_000, { error: 'Máximo 200000 caracteres' }))),
    }),
    upload: 'file',
    reply: dataReply(importLoad),
    status: 201,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/imports/:id',
    who: 'imports.write',
    summary: 'One load: its columns, counts and progress',
    params: oneRow,
    reply: dataReply(importLoad),
  }),
  sheet: endpoint({
    method: 'PUT',
    path: '/api/imports/:id/sheet',
    who: 'imports.write',
    summary: 'Take another sheet of the workbook: its rows and columns take the place of those of the first',
    params: oneRow,
    body: z.object({ sheet: z.string().check(z.maxLength(200, { error: 'Máximo 200 caracteres' })) }),
    reply: dataReply(importLoad),
  }),
  map: endpoint({
    method: 'PUT',
    path: '/api/imports/:id/mapping',
    who: 'imports.write',
    summary:
      'Say which field each column is, what values mean that name nothing, what holds for the whole file, and see what each row would do',
    params: oneRow,
    body: z.object({
      mapping: z.array(chosenColumn).check(z.maxLength(100, { error: 'Máximo 100 columnas' })),
      values: z._default(z.array(pairedValue).check(z.maxLength(40, { error: 'Máximo 40 valores' })), []),
      fixed: z._default(z.partial(fixedValues), {}),
      /** Includes rows hidden in the file. */
      withHidden: no,
      /** Remembers the choices for files with the same headings. */
      remember: yes,
    }),
    reply: dataReply(importLoad),
  }),
  rows: endpoint({
    method: 'GET',
    path: '/api/imports/:id/rows',
    who: 'imports.write',
    summary: 'The rows of a load in the order of the file, of one outcome where `kind` says so',
    params: oneRow,
    query: z.object({
      page: listQuery.page,
      limit: listQuery.limit,
      kind: z.optional(z.enum(['new', 'updated', 'same', 'error', 'refused', 'kept'], { error: 'Valor no válido' })),
    }),
    reply: pageReply(importRow),
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/imports/:id/run',
    who: 'imports.write',
    summary: 'Begin to write the rows; the server goes on by itself',
    params: oneRow,
    body: z.object({ allOrNothing: no, notify: no }),
    reply: dataReply(importLoad),
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/imports/:id/stop',
    who: 'imports.write',
    summary: 'End a load where it is; what was written stays',
    params: oneRow,
    reply: dataReply(importLoad),
  }),
  undoable: endpoint({
    method: 'GET',
    path: '/api/imports/:id/undo',
    who: 'imports.write',
    summary: 'What undoing a load would take back, and the first fifty rows that would stay',
    params: oneRow,
    reply: dataReply(
      z.object({
        takenBack: z.number(),
        staying: z.number(),
        stays: z.array(z.object({ row: z.number(), code: z.nullable(z.string()), reason: z.string() })),
      }),
    ),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/imports/:id/undo',
    who: 'imports.write',
    summary: 'Take back what a load wrote, except rows that changed since',
    params: oneRow,
    reply: dataReply(importLoad),
  }),
  sample: endpoint({
    method: 'GET',
    path: '/api/imports/samples/:kind',
    who: 'imports.write',
    summary: 'A file that can be filled in and imported',
    params: z.object({ kind: importKind }),
    file: sheet,
  }),
  errors: endpoint({
    method: 'GET',
    path: '/api/imports/:id/errors',
    who: 'imports.write',
    summary: 'The rows with an error as a file with the same columns and one more, Error',
    params: oneRow,
    file: sheet,
    otherFile: 'text/csv',
  }),
}
