import * as z from 'zod/mini'
import type { AuditedEntity } from '../domain/audited-entity.ts'
import type { Right } from '../domain/permissions.ts'
import { dataReply, type Endpoint, emptyReply, endpoint, listQuery, pageReply, type Who } from './endpoint.ts'
import { id } from './schema.ts'

export const oneRow = z.object({ id })

export const catalogueList = /* @__NO_SIDE_EFFECTS__ */ <
  const Name extends string,
  Row extends z.core.$ZodType,
  const Read extends Right,
>(
  name: Name,
  row: Row,
  { who, summary }: { who: Read; summary: string },
) =>
  endpoint({
    method: 'GET',
    path: `/api/${name}`,
    who,
    summary,
    query: z.object(listQuery),
    reply: pageReply(row),
  })

type CatalogueParts<Name, Table, Row, Draft, Write, Remove> = {
  /** The name in the calls' paths. */
  name: Name
  table: Table
  /** The address of its list in the browser; left out if it has none of its own. */
  page?: `/${string}`
  row: Row
  draft: Draft
  /** Fields that a search covers; left out if the list has no search. */
  searched?: readonly string[]
  write: Write
  remove: Remove
  summaries: { create: string; update: string; remove: string }
}

/**
 * Describes a catalogue, a small table that admins keep. From this come the calls that every catalogue has, its statements on the
 * server and the rows of the tests; its list and further calls are its own.
 */
export const describeCatalogue = /* @__NO_SIDE_EFFECTS__ */ <
  const Name extends string,
  const Table extends AuditedEntity,
  Row extends z.ZodMiniObject,
  Draft extends z.core.$ZodType,
  const Write extends Who,
  const Remove extends Who,
  const Own extends { list: Endpoint },
>(
  parts: CatalogueParts<Name, Table, Row, Draft, Write, Remove>,
  own: Own,
) => {
  const { name, row, draft, write, remove, summaries } = parts
  return {
    ...parts,
    calls: {
      ...own,
      create: endpoint({
        method: 'POST',
        path: `/api/${name}`,
        idempotent: true,
        who: write,
        summary: summaries.create,
        body: draft,
        reply: dataReply(row),
        status: 201,
      }),
      update: endpoint({
        method: 'PUT',
        path: `/api/${name}/:id`,
        who: write,
        summary: summaries.update,
        params: oneRow,
        body: draft,
        reply: dataReply(row),
      }),
      remove: endpoint({
        method: 'DELETE',
        path: `/api/${name}/:id`,
        who: remove,
        summary: summaries.remove,
        params: oneRow,
        reply: emptyReply,
      }),
    },
  }
}
