import * as z from 'zod/mini'
import { describeCatalogue } from './catalogue.ts'
import { dataReply, endpoint } from './endpoint.ts'
import { id, no, requiredText, version } from './schema.ts'

export const viewedLists = [
  'packages',
  'invoices',
  'clients',
  'messages',
  'audit',
  'tariffs',
  'invoice_shipments',
  'late_packages',
] as const
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

export const listViewCatalogue = describeCatalogue(
  {
    name: 'list-views',
    table: 'list_views',
    row: listView,
    draft: listViewDraft,
    write: 'signedIn',
    remove: 'signedIn',
    summaries: {
      create: 'Name the filters of a list; only an admin may do it for all',
      update: 'Change an own view, or as an admin one that is for all',
      remove: 'Delete an own view, or as an admin one that is for all',
    },
  },
  {
    list: endpoint({
      method: 'GET',
      path: '/api/list-views',
      who: 'signedIn',
      summary: 'The named filters of a list: the own ones, then those that are for all',
      query: z.object({ list: viewedList }),
      reply: dataReply(z.array(listView)),
    }),
  },
)
