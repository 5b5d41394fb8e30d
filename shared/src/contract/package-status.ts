import * as z from 'zod/mini'
import { chosenPackages } from './chosen-packages.ts'
import { dataReply, endpoint } from './endpoint.ts'
import { id, no, optionalText, requiredId } from './schema.ts'

const params = z.object({ id })

const statusChange = {
  packageIds: chosenPackages,
  statusId: requiredId('Elija un estado'),
}

const statusPreview = z.object({
  packages: z.number(),
  moving: z.number(),
  from: z.array(z.object({ name: z.nullable(z.string()), packages: z.number() })),
  clients: z.number(),
  notified: z.number(),
  unwilling: z.number(),
  withoutClient: z.number(),
  isNotifying: z.boolean(),
})
export type StatusPreview = z.infer<typeof statusPreview>

export const packageStatusEndpoints = {
  changeStatus: endpoint({
    method: 'PATCH',
    path: '/api/packages/status',
    who: 'packages.write',
    summary: 'Move 1 to 500 packages to one status, all or none, invoiced ones too',
    body: z.object({
      ...statusChange,
      comment: optionalText(1000),
      /** Delays the messages for ten seconds; the answer then has the id for undoing the change. */
      undoable: no,
    }),
    reply: dataReply(z.object({ updated: z.number(), changeId: z.optional(id) })),
  }),
  previewStatus: endpoint({
    method: 'POST',
    path: '/api/packages/status/preview',
    who: 'packages.write',
    summary: 'What moving packages to a status would do; nothing is changed',
    body: z.object(statusChange),
    reply: dataReply(statusPreview),
  }),
  undoStatus: endpoint({
    method: 'POST',
    path: '/api/packages/status/:id/undo',
    idempotent: true,
    who: 'packages.write',
    summary: 'Put packages back to where they were before a change of status, within ten seconds',
    params,
    reply: dataReply(z.object({ restored: z.number() })),
  }),
}
