import { createHash } from 'node:crypto'
import { validate } from 'uuid'
import { AppError, toAppError } from '../../platform/errors.ts'
import type { PageAnswer, PageVisit } from '../../platform/http/public-pages.ts'
import { mostReceivedBytes, readReceivedFile } from '../../platform/http/received-file.ts'
import { createUploadPlaces } from '../../platform/http/upload-places.ts'
import { createVisitLimit } from '../../platform/http/visit-limit.ts'
import { getFile } from '../received-files/received-files.ts'
import type { createClientDoor, Visit } from './client-door.ts'
import type { FieldErrors } from './own-data.ts'
import { findOwnFile, hasPending, readOwnVouchers, readTyped, sendOwnVoucher } from './own-vouchers.ts'
import { readViewer } from './read-shop.ts'
import { renderVouchers } from './voucher-page.ts'

type Door = Pick<ReturnType<typeof createClientDoor>, 'open'>
type HostVisit = PageVisit & Visit

const outside: PageAnswer = { goTo: '/mi/entrar' }
const page = '/mi/comprobante'
const sendingsAllowed = { most: 20, perMs: 10 * 60_000 }

/** Gives the sentence of a refusal that the form shows; throws what is none. */
function describeRefusal(thrown: unknown): FieldErrors {
  const error = toAppError(thrown)
  const { code, message, refusal } = error
  if (code === 'file_not_usable') return { file: refusal.fields?.file ?? message }
  if (code === 'too_many_vouchers' || code === 'too_many_uploads') return { form: message }
  if (code === 'malformed' || code === 'unsupported_type') return { form: 'Vuelva a elegir el archivo.' }
  throw thrown
}

/**
 * Takes vouchers from clients, and shows their files. A device is known before anything of its form is read.
 * docs/product/vouchers.md, "Receiving".
 */
export function createVoucherDoor(door: Door) {
  const inPlace = createUploadPlaces()
  const allows = createVisitLimit(sendingsAllowed)

  /** Shows the form again as it was typed. */
  async function refuse(visit: HostVisit, typed: PageVisit['form'], errors: FieldErrors): Promise<PageAnswer> {
    const html = await door.open(visit, visit.secret, async (db) =>
      renderVouchers(await readViewer(db), await readOwnVouchers(db), typed, { errors }),
    )
    return html === undefined ? outside : { status: 200, html }
  }

  async function take(visit: HostVisit): Promise<PageAnswer> {
    if (!allows(visit.address)) return await refuse(visit, {}, { form: 'Espere unos minutos para enviar otro.' })
    const sent = await visit.readUpload('file', mostReceivedBytes)
    const read = readTyped(sent.fields)
    if ('errors' in read) return await refuse(visit, sent.fields, read.errors)
    if (sent.file === null) return await refuse(visit, sent.fields, { file: 'Elija la foto o el PDF' })
    const { name, content } = sent.file
    try {
      const digest = createHash('sha256').update(content).digest()
      const isKnown = await door.open(visit, visit.secret, (db) => hasPending(db, digest))
      if (isKnown === undefined) return outside
      if (isKnown) return { goTo: `${page}?repetido` }
      const file = await readReceivedFile(content)
      const taken = await door.open(visit, visit.secret, async (db) => ({
        errors: await sendOwnVoucher(db, { draft: read.draft, file, name }),
      }))
      if (taken === undefined) return outside
      if (taken.errors) return await refuse(visit, sent.fields, taken.errors)
      return { goTo: `${page}?listo` }
    } catch (error) {
      return await refuse(visit, sent.fields, describeRefusal(error))
    }
  }

  return {
    /** Takes the form of a voucher with its file. */
    async send(visit: HostVisit): Promise<PageAnswer> {
      const device = await door.open(visit, visit.secret, async (_db, id) => ({ id }))
      if (device === undefined) return outside
      try {
        return await inPlace({ companyId: visit.subdomain, userId: device.id }, () => take(visit))
      } catch (error) {
        return await refuse(visit, {}, describeRefusal(error))
      }
    },

    /** Gives the file of a voucher of the client; undefined where there is none. */
    async showFile(visit: HostVisit): Promise<PageAnswer | undefined> {
      const { id = '' } = visit.params
      if (!validate(id)) return undefined
      try {
        const order = await door.open(visit, visit.secret, async (db) => await getFile(db, await findOwnFile(db, id)))
        if (order === undefined) return outside
        const { content, fileName, type, isDownload } = order
        return content && type ? { fileName, type, content, ...(isDownload ? { isDownload } : {}) } : undefined
      } catch (error) {
        if (error instanceof AppError && ['not_found', 'file_expired'].includes(error.code)) return undefined
        throw error
      }
    },
  }
}
