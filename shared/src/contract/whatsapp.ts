import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const sessionStatus = z.enum(['STOPPED', 'STARTING', 'SCAN_QR_CODE', 'WORKING', 'FAILED'])
export type SessionStatus = z.infer<typeof sessionStatus>

const statusReply = z.object({
  success: z.literal(true),
  status: sessionStatus,
  /** A PNG in base64, only while the status is SCAN_QR_CODE. */
  qrCode: z.nullable(z.string()),
  /** The phone that is or was last linked. */
  sessionInfo: z.nullable(z.object({ name: z.string(), phone: z.nullable(z.string()), since: z.nullable(z.string()) })),
  error: z.nullable(z.string()),
  message: z.string(),
  /** Null if there is no automatic retry. */
  nextTryAt: z.nullable(z.string()),
  /** `retry` connects again, `relink` links the phone again, `newQr` gets a new code. */
  remedy: z.nullable(z.enum(['retry', 'relink', 'newQr'])),
})
export type WhatsappStatus = z.infer<typeof statusReply>

export const whatsappEndpoints = {
  status: endpoint({
    method: 'GET',
    path: '/api/companies/waha-status',
    who: 'whatsapp.manage',
    summary: 'Whether the company is linked to its phone, and the QR while it is not',
    personal: true,
    reply: statusReply,
  }),
  restart: endpoint({
    method: 'POST',
    path: '/api/companies/waha-restart',
    who: 'whatsapp.manage',
    summary: 'Get a new QR, or connect again',
    personal: true,
    reply: statusReply,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/companies/waha-logout',
    who: 'whatsapp.manage',
    summary: 'Unlink this phone, to link another',
    personal: true,
    reply: statusReply,
  }),
}
