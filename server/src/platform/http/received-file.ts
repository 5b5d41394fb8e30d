import { createHash } from 'node:crypto'
import type { Party } from '../database/fair-turns.ts'
import { AppError, fieldError } from '../errors.ts'
import { redrawPhoto } from './picture.ts'

/** Limit of a received file. */
export const mostReceivedBytes = 5 * 1024 * 1024

/** A redrawn picture, or a PDF as sent; `digest` is the SHA-256 of what was sent. */
export type ReceivedFile = { kind: 'picture' | 'pdf'; content: Buffer; digest: Buffer }

/**
 * Accepts 5 MiB, judged by bytes, not name. Returns WebP of at most 1,600 px a side, or the PDF. Throws `file_not_usable`, `unavailable`.
 * docs/product/vouchers.md, "Files".
 */
export async function readReceivedFile(party: Party, sent: Buffer): Promise<ReceivedFile> {
  if (sent.length > mostReceivedBytes) throw fieldError('file_not_usable', 'file')
  const digest = createHash('sha256').update(sent).digest()
  if (sent.toString('latin1', 0, 5) === '%PDF-') return { kind: 'pdf', content: sent, digest }
  try {
    return { kind: 'picture', content: await redrawPhoto(party, sent), digest }
  } catch (error) {
    // A busy server is no fault of the file.
    throw error instanceof AppError && error.code === 'photo_not_usable' ? fieldError('file_not_usable', 'file') : error
  }
}
