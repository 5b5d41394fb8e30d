import * as z from 'zod/mini'
import { dataReply, endpoint } from './endpoint.ts'
import { id, instant } from './schema.ts'

const weightChange = z.object({
  date: instant,
  userName: z.string(),
  from: z.nullable(z.number()),
  to: z.nullable(z.number()),
})
export type WeightChange = z.infer<typeof weightChange>

export const packageWeightEndpoints = {
  weights: endpoint({
    method: 'GET',
    path: '/api/packages/:id/weights',
    who: 'packages.read',
    summary: 'Every change of a package’s weight, the oldest first',
    params: z.object({ id }),
    reply: dataReply(z.array(weightChange)),
  }),
}
