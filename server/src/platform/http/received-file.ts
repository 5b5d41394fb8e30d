import { createHash } from 'node:crypto'
import type { Party } from '../database/fair-turns.ts'
import { AppError, fieldError } from '../errors.ts'
import { redrawPhoto } from './picture.ts'

/** Of a received file. */
export const mostReceivedBytes = 5 * 1024 * 1024

/** A picture drawn anew, or a PDF as it was sent, with the SHA-256 of what was sent. */
export type ReceivedFile = { kind: 'picture' | 'pdf'; content: Buffer; digest: Buffer }

/**
 * At most 5 MiB: WebP of at most 1,600 px a side, or the PDF; by its bytes, not its name. Throws `file_not_usable`, `unavailable`.
 * docs/product/vouchers.md, "Files".
 */
export async function readReceivedFile(party: Party, sent: Buffer): Promise<ReceivedFile> {
  if (sent.length > mostReceivedBytes) throw fieldError('file_not_usable', 'file')
  const digest = createHash('sha256').update(sent).digest()
  if (sent.toString('latin1', 0, 5) === '%PDF-') return { kind: 'pdf', content: sent, digest }
  try {
    return { kind: 'picture', content: await redrawPhoto(party, sent), digest }
  } catch (error) {
    // A server that is busy says nothing of the file.
    throw error instanceof AppError && error.code === 'photo_not_usable' ? fieldError('file_not_usable', 'file') : error
  }
}
