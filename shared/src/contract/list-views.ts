import * as z from 'zod/mini'
import { oneRow } from './catalogue.ts'
import { dataReply, emptyReply, endpoint } from './endpoint.ts'
import { id, no, requiredText, version } from './schema.ts'

export const viewedLists = ['packages', 'invoices', 'clients', 'messages', 'audit', 'tariffs'] as const
const viewedList = z.enum(viewedLists, { error: 'Elija la lista' })
export type ViewedList = z.infer<typeof viewedList>

export const listView = z.object({
  id,
  list: viewedList,
  name: z.string(),
  query: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  version: z.number(),
})
export type ListView = z.infer<typeof listView>

export const listViewDraft = z.object({
  list: viewedList,
  name: requiredText(40, 'El nombre de la vista es requerido'),
  query: z
    .string({ error: 'Los filtros no son válidos' })
    .check(z.regex(/^[A-Za-z0-9=&%.+_-]{0,2000}$/, { error: 'Los filtros no son válidos' })),
  isShared: no,
  version,
})
export type ListViewDraft = z.infer<typeof listViewDraft>

export const listViewEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/list-views',
    who: 'signedIn',
    summary: 'The named filters of a list: the own ones, then those that are for all',
    query: z.object({ list: viewedList }),
    reply: dataReply(z.array(listView)),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/list-views',
    idempotent: true,
    who: 'signedIn',
    summary: 'Name the filters of a list; only an admin may do it for all',
    body: listViewDraft,
    reply: dataReply(listView),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/list-views/:id',
    who: 'signedIn',
    summary: 'Change an own view, or as an admin one that is for all',
    params: oneRow,
    body: listViewDraft,
    reply: dataReply(listView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/list-views/:id',
    who: 'signedIn',
    summary: 'Delete an own view, or as an admin one that is for all',
    params: oneRow,
    reply: emptyReply,
  }),
}
