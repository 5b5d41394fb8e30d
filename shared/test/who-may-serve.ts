import type { Api } from '@casillero/shared/contract/api'
import type { Callers } from './callers.ts'

type Served = `${string} /api/${'prealerts' | 'vouchers' | 'conversations' | 'auto-answers'}${string}`

/** The part of the sheet of rights that is of what clients send: purchases they announce, vouchers, and what they write. */
export const whoMayServe: { [K in Extract<keyof Api, Served>]: Callers } = {
  'GET /api/vouchers': 'everyone',
  'GET /api/vouchers/counts': 'everyone',
  'GET /api/vouchers/:id': 'everyone',
  'GET /api/vouchers/:id/file': 'everyone',
  'POST /api/vouchers/:id/accept': 'staff',
  'POST /api/vouchers/:id/reject': 'staff',
  'GET /api/prealerts': 'everyone',
  'GET /api/prealerts/counts': 'everyone',
  'GET /api/prealerts/:id': 'everyone',
  'POST /api/prealerts': 'staff',
  'PUT /api/prealerts/:id': 'staff',
  'DELETE /api/prealerts/:id': 'staff',
  'POST /api/prealerts/:id/ask': 'staff',
  'POST /api/prealerts/ask': 'staff',
  'GET /api/prealerts/:id/file': 'everyone',
  'POST /api/prealerts/:id/file': 'staff',
  'GET /api/auto-answers': 'admins',
  'PUT /api/auto-answers': 'admins',
  'GET /api/conversations/:id/quick-replies/:replyId': 'staff',
  'GET /api/conversations': 'staff',
  'GET /api/conversations/counts': 'staff',
  'GET /api/conversations/:id': 'staff',
  'PUT /api/conversations/:id': 'staff',
  'GET /api/conversations/:id/messages': 'staff',
  'POST /api/conversations/:id/messages': 'staff',
  'POST /api/conversations/:id/files': 'staff',
  'GET /api/conversations/:id/papers': 'staff',
  'POST /api/conversations/:id/papers': 'staff',
  'PUT /api/conversations/:id/replying': 'staff',
  'PUT /api/conversations/:id/messages/:messageId/audio': 'staff',
  'GET /api/conversations/:id/files/:fileId': 'staff',
  'POST /api/conversations/:id/files/:fileId/invoice': 'staff',
  'POST /api/conversations/:id/files/:fileId/voucher': 'staff',
}
