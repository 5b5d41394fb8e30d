import { createHash } from 'node:crypto'
import type { Party } from '../database/fair-turns.ts'
import { AppError, fieldError } from '../errors.ts'
import { redrawPaper } from './picture.ts'

/** Limit of a received file. */
export const mostReceivedBytes = 5 * 1024 * 1024

/** A redrawn picture, a PDF, or a voice message; `digest` is the SHA-256 of what was sent. */
export type ReceivedFile = { kind: 'picture' | 'pdf' | 'audio'; content: Buffer; digest: Buffer }

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

const audioForms = [
  ['audio/ogg', /^OggS/],
  ['audio/mp4', /^[\s\S]{4}ftyp/],
  ['audio/mpeg', /^(?:ID3|\xff[\xe2-\xff])/],
] as const

/** By its bytes; undefined for what browsers do not play. */
export const findAudioType = (content: Buffer) =>
  audioForms.find(([, form]) => form.test(content.toString('latin1', 0, 12)))?.[0]

/** Keeps it as it is. Throws `file_not_usable`. */
export function readReceivedAudio(sent: Buffer): ReceivedFile {
  if (sent.length > mostReceivedBytes || findAudioType(sent) === undefined) throw fieldError('file_not_usable', 'file')
  return { kind: 'audio', content: sent, digest: createHash('sha256').update(sent).digest() }
}
