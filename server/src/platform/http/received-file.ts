import { createHash } from 'node:crypto'
import type { Party } from '../database/fair-turns.ts'
import { AppError, fieldError } from '../errors.ts'
import { redrawPaper } from './picture.ts'

/** Limit of a received file. */
export const mostReceivedBytes = 5 * 1024 * 1024

/** A redrawn picture, or a PDF; `digest` is the SHA-256 of what was sent. */
export type ReceivedFile = { kind: 'picture' | 'pdf'; content: Buffer; digest: Buffer }

/**
 * Accepts 5 MiB, judged by bytes, not name. Returns WebP, or the PDF from its header on. Throws `file_not_usable`, `unavailable`.
 * docs/product/vouchers.md, "Files".
 */
export async function readReceivedFile(party: Party, sent: Buffer): Promise<ReceivedFile> {
  if (sent.length > mostReceivedBytes) throw fieldError('file_not_usable', 'file')
  const digest = createHash('sha256').update(sent).digest()
  // Readers take a header within the first KB; a page or a script before it is no PDF.
  const header = /^[^<]{0,1019}?%PDF-/.exec(sent.toString('latin1', 0, 1024))?.[0]
  if (header !== undefined) return { kind: 'pdf', content: sent.subarray(header.length - 5), digest }
  try {
    return { kind: 'picture', content: await redrawPaper(party, sent), digest }
  } catch (error) {
    // A busy server is no fault of the file.
    throw error instanceof AppError && error.code === 'photo_not_usable' ? fieldError('file_not_usable', 'file') : error
  }
}
