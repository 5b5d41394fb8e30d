import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, fieldError } from '../errors.ts'

const maxPictureBytes = 2 * 1024 * 1024
const maxFileBytes = 10 * 1024 * 1024
const longestFileName = 200
// RFC 2046 allows 70 characters; longer ones have been used to attack parsers.
const boundaryPattern = /^multipart\/form-data\s*;\s*boundary=(?:"[^"]{1,70}"|[^\s";]{1,70})\s*$/i

/** Limits forms to one picture and forty short fields. */
export async function registerUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      files: 1,
      fileSize: maxPictureBytes,
      fields: 40,
      parts: 41,
      fieldNameSize: 60,
      fieldSize: 16 * 1024,
      headerPairs: 20,
    },
  })
}

export const isForm = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').toLowerCase().startsWith('multipart/')

export type Form = { fields: Record<string, string>; picture: Buffer | null }

const isTooMuch = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^FST_(REQ_FILE|FILES|FIELDS|PARTS)/.test(error.code)

/** Returns text fields, and the bytes of the file under `pictureField`. Throws `unsupported_type`, `logo_not_usable`, `malformed`. */
export async function readForm(request: FastifyRequest, pictureField: string): Promise<Form> {
  if (!boundaryPattern.test(request.headers['content-type'] ?? '')) throw new AppError('unsupported_type')
  const fields: Record<string, string> = Object.create(null)
  let picture: Buffer | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const content = await part.toBuffer()
        if (part.fieldname !== pictureField) throw notUsable(pictureField)
        picture = content.length > 0 ? content : null
      } else if (typeof part.value === 'string' && part.fieldname !== pictureField) {
        fields[part.fieldname] = part.value
      } else {
        throw notUsable(pictureField)
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw isTooMuch(error) ? notUsable(pictureField) : new AppError('malformed', { cause: error })
  }
  return { fields: { ...fields }, picture }
}

/** The name has no folders; the content waits on the disk until it is read. */
export type UploadedFile = {
  name: string
  size: number
  sha256: string
  read: () => Promise<Buffer>
  remove: () => Promise<void>
}

/** Slow or waiting content takes no memory. */
async function keepOnDisk(name: string, content: Readable): Promise<UploadedFile> {
  const path = join(tmpdir(), `casillero-upload-${randomUUID()}`)
  const remove = () => rm(path, { force: true })
  const hash = createHash('sha256')
  let size = 0
  try {
    const count = async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece)
        size += piece.length
        yield piece
      }
    }
    await pipeline(content, count, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    await remove()
    throw error
  }
  return { name, size, sha256: hash.digest('hex'), read: () => readFile(path), remove }
}

/** Removes folders and characters not allowed in names; keeps the last 200 characters. */
export const plainName = (name: string): string => {
  const [last = ''] = name.split(/[\\/]/).slice(-1)
  const shown = [...last.toWellFormed()].filter((character) => !/[\p{C}<>"|?*:]/u.test(character)).join('')
  return shown.trim().slice(-longestFileName) || 'archivo'
}

/** The caller deletes the file. Throws `unsupported_type`, `import_file_too_large` (10 MiB), `malformed`. */
export async function readFileForm(
  request: FastifyRequest,
  fileField: string,
): Promise<{ fields: Record<string, string>; file: UploadedFile | null }> {
  if (!boundaryPattern.test(request.headers['content-type'] ?? '')) throw new AppError('unsupported_type')
  const fields: Record<string, string> = Object.create(null)
  let file: UploadedFile | null = null
  try {
    for await (const part of request.parts({ limits: { fileSize: maxFileBytes } })) {
      if (part.type === 'file') {
        if (part.fieldname !== fileField) throw new AppError('malformed')
        file = await keepOnDisk(plainName(part.filename), part.file)
        if (part.file.truncated) throw fieldError('import_file_too_large', fileField)
      } else if (typeof part.value === 'string') {
        fields[part.fieldname] = part.value
      } else {
        throw new AppError('malformed')
      }
    }
  } catch (error) {
    await file?.remove()
    if (error instanceof AppError) throw error
    throw isFileTooLarge(error)
      ? fieldError('import_file_too_large', fileField)
      : new AppError('malformed', { cause: error })
  }
  return { fields: { ...fields }, file }
}

/** `file` is null if none was chosen. */
export type PageUpload = { fields: Record<string, string>; file: { name: string; content: Buffer } | null }

/** Accepts `most` bytes. Throws `file_not_usable`, `malformed`, `unsupported_type`. */
export async function readPageForm(request: FastifyRequest, fileField: string, most: number): Promise<PageUpload> {
  if (!boundaryPattern.test(request.headers['content-type'] ?? '')) throw new AppError('unsupported_type')
  const fields: Record<string, string> = Object.create(null)
  let file: PageUpload['file'] = null
  try {
    for await (const part of request.parts({ limits: { fileSize: most } })) {
      if (part.type === 'file') {
        const content = await part.toBuffer()
        if (part.fieldname !== fileField) throw new AppError('malformed')
        if (content.length > 0) file = { name: part.filename, content }
      } else if (typeof part.value === 'string') {
        fields[part.fieldname] = part.value
      } else {
        throw new AppError('malformed')
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw isFileTooLarge(error) ? fieldError('file_not_usable', fileField) : new AppError('malformed', { cause: error })
  }
  return { fields: { ...fields }, file }
}

const isFileTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'

/** Shown under the picture's field. */
export function notUsable(field: string): AppError {
  const refusal = new AppError('logo_not_usable')
  return new AppError('logo_not_usable', { fields: { [field]: refusal.message } })
}
