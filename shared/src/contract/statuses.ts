import * as z from 'zod/mini'
import { describeCatalogue } from './catalogue.ts'
import { dataReply, endpoint } from './endpoint.ts'
import { id, no, optionalId, requiredText, version } from './schema.ts'

export const statusRole = z.enum(['warehouse_us', 'ready', 'sent'])

export const status = z.object({
  id,
  name: z.string(),
  isFinalStatus: z.boolean(),
  orderPosition: z.number(),
  role: z.nullable(statusRole),
  /** Null if clients get no message. */
  templateId: z.nullable(id),
  version: z.number(),
})
export type Status = z.infer<typeof status>

/** Without a position, the status goes last. `isFinalStatus` and a role are taken from the status that had them. */
export const statusDraft = z.object({
  name: requiredText(60, 'El nombre del estado es requerido'),
  orderPosition: z.optional(z.nullable(z.int({ error: 'Ingrese una posición válida' }).check(z.gte(1), z.lte(100)))),
  isFinalStatus: no,
  role: z.pipe(
    z.optional(z.nullable(z.union([statusRole, z.literal('')], { error: 'Elija una función' }))),
    z.transform((value: z.infer<typeof statusRole> | '' | null | undefined) => value || null),
  ),
  /** If left out, it does not change. */
  templateId: z.optional(optionalId),
  version,
})
export type StatusDraft = z.infer<typeof statusDraft>

export const statusCatalogue = describeCatalogue(
  {
    name: 'statuses',
    table: 'statuses',
    page: '/admin/estados',
    row: status,
    draft: statusDraft,
    write: 'settings.write',
    remove: 'settings.write',
    summaries: {
      create: 'Add a status',
      update: 'Rename or move a status, make it the final one, give it a role',
      remove: 'Delete a status that no package is in',
    },
  },
  {
    list: endpoint({
      method: 'GET',
      path: '/api/statuses',
      who: 'settings.read',
      summary: 'All statuses in their order',
      reply: dataReply(z.array(status)),
    }),
  },
)
