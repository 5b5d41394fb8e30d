import { validate } from 'uuid'
import { AppError, toAppError } from '../../platform/errors.ts'
import type { PageAnswer, PageVisit } from '../../platform/http/public-pages.ts'
import { mostReceivedBytes, readReceivedFile } from '../../platform/http/received-file.ts'
import { createUploadPlaces } from '../../platform/http/upload-places.ts'
import { createVisitLimit } from '../../platform/http/visit-limit.ts'
import { getFile } from '../received-files/received-files.ts'
import type { createClientDoor, Visit } from './client-door.ts'
import type { FieldErrors } from './own-data.ts'
import { announceOwn, findOwnInvoiceFile, listOwnPrealerts } from './own-prealerts.ts'
import { renderPrealerts } from './prealert-pages.ts'
import { readViewer } from './read-shop.ts'

type Door = Pick<ReturnType<typeof createClientDoor>, 'open'>
type HostVisit = PageVisit & Visit

const outside: PageAnswer = { goTo: '/mi/entrar' }
const page = '/mi/avisar'
const sendingsAllowed = { most: 60, perMs: 10 * 60_000 }

/** Gives the sentence of a refusal that the form shows; throws what is none. */
function describeRefusal(thrown: unknown): FieldErrors {
  const { code, message, refusal } = toAppError(thrown)
  if (code === 'file_not_usable') return { file: refusal.fields?.file ?? message }
  if (code === 'too_many_uploads') return { form: message }
  if (code === 'malformed' || code === 'unsupported_type') return { form: 'Vuelva a enviarlo.' }
  throw thrown
}

/**
 * Takes purchases that clients announce, with the store's invoice where they have it, and shows those invoices. A device is known before
 * anything of its form is read.
 * docs/product/prealerts.md, "Announcing".
 */
export function createPrealertDoor(door: Door) {
  const inPlace = createUploadPlaces()
  const allows = createVisitLimit(sendingsAllowed)

  /** Shows the form again as it was typed. */
  async function refuse(visit: HostVisit, typed: PageVisit['form'], errors: FieldErrors): Promise<PageAnswer> {
    const html = await door.open(visit, visit.secret, async (db) =>
      renderPrealerts(await readViewer(db), await listOwnPrealerts(db), typed, { isSaved: false, errors }),
    )
    return html === undefined ? outside : { status: 200, html }
  }

  /** Reads the form: a browser sends it with a file, or with an empty one; a form of text alone is taken too. */
  const readForm = (visit: HostVisit) =>
    Object.keys(visit.form).length > 0
      ? { fields: visit.form, file: null }
      : visit.readUpload('file', mostReceivedBytes)

  async function take(visit: HostVisit): Promise<PageAnswer> {
    if (!allows(visit.address)) return await refuse(visit, {}, { form: 'Espere unos minutos para avisar otra.' })
    const sent = await readForm(visit)
    try {
      const invoice = sent.file && { name: sent.file.name, file: await readReceivedFile(sent.file.content) }
      const taken = await door.open(visit, visit.secret, async (db) => {
        const { today } = await readViewer(db)
        return { errors: await announceOwn(db, { form: sent.fields, today, invoice }) }
      })
      if (taken === undefined) return outside
      return taken.errors ? await refuse(visit, sent.fields, taken.errors) : { goTo: `${page}?listo` }
    } catch (error) {
      return await refuse(visit, sent.fields, describeRefusal(error))
    }
  }

  return {
    /** Takes the form of a purchase. */
    async send(visit: HostVisit): Promise<PageAnswer> {
      const device = await door.open(visit, visit.secret, async (_db, id) => ({ id }))
      if (device === undefined) return outside
      try {
        return await inPlace({ companyId: visit.subdomain, userId: device.id }, () => take(visit))
      } catch (error) {
        return await refuse(visit, {}, describeRefusal(error))
      }
    },

    /** Gives the store's invoice of a purchase of the client; undefined where there is none. */
    async showFile(visit: HostVisit): Promise<PageAnswer | undefined> {
      const { id = '' } = visit.params
      if (!validate(id)) return undefined
      try {
        const order = await door.open(visit, visit.secret, async (db) => getFile(db, await findOwnInvoiceFile(db, id)))
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
