import * as z from 'zod/mini'
import { dataReply, endpoint } from './endpoint.ts'
import { id } from './schema.ts'

export const status = z.object({
  id,
  name: z.string(),
  isFinalStatus: z.boolean(),
  orderPosition: z.number(),
  role: z.nullable(z.enum(['warehouse_us', 'ready'])),
  version: z.number(),
})
export type Status = z.infer<typeof status>

export const statusEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/statuses',
    who: 'statuses.read',
    summary: 'All statuses in their order',
    reply: dataReply(z.array(status)),
  }),
}
