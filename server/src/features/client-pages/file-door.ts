import { sql } from 'kysely'
import { validate } from 'uuid'
import type { Db } from '../../platform/database/database.ts'
import type { Party } from '../../platform/database/fair-turns.ts'
import { AppError, toAppError } from '../../platform/errors.ts'
import type { PageAnswer, PageVisit } from '../../platform/http/public-pages.ts'
import { mostReceivedBytes } from '../../platform/http/received-file.ts'
import type { PageUpload } from '../../platform/http/upload.ts'
import { createUploadPlaces } from '../../platform/http/upload-places.ts'
import { createVisitLimit } from '../../platform/http/visit-limit.ts'
import type { FieldErrors } from '../own-account/own-data.ts'
import type { Viewer } from '../own-account/read-shop.ts'
import { readViewer } from '../own-account/read-shop.ts'
import { getFile, requireFileRoom } from '../received-files/received-files.ts'
import type { createClientDoor, Visit } from './client-door.ts'

type Door = Pick<ReturnType<typeof createClientDoor>, 'open'>
type HostVisit = PageVisit & Visit
type Texts = PageVisit['form']

/** Returns undefined if the device is signed out. */
export type OpenClient = <T>(run: (db: Db) => Promise<T>) => Promise<T | undefined>

/** Field errors, or the note that the page then shows. */
export type Taken = { errors: FieldErrors } | { note: 'listo' | 'repetido' }

/** A form to send a file, with the list of files the client sent. */
export type FileForm = {
  page: string
  /** Forms of one client in ten minutes. `tooMany` is the sentence for more. */
  most: number
  tooMany: string
  /** Sentence for what cannot be read as a form. */
  again: string
  /** Returns undefined if the device is signed out. Errors are shown as `describeRefusal` says. */
  take: (open: OpenClient, sent: PageUpload, party: Party) => Promise<Taken | undefined>
  /** Shows what was typed. */
  render: (db: Db, viewer: Viewer, typed: Texts, errors: FieldErrors) => Promise<string>
  findFile: (db: Db, id: string) => Promise<string>
}

const outside: PageAnswer = { goTo: '/mi/entrar' }
const allowancePerMs = 10 * 60_000

/** Names the caller for the queue. */
async function describeClient(db: Db, deviceId: string): Promise<{ party: Party; clientId: string }> {
  const { company, clientId } = await db
    .selectFrom('clients')
    .select([sql<string>`current_company()`.as('company'), 'id as clientId'])
    .executeTakeFirstOrThrow()
  return { party: { company, rank: 'client', origin: deviceId }, clientId }
}

/** Rethrows what the form cannot show. */
function describeRefusal(thrown: unknown, again: string): FieldErrors {
  const { code, message, refusal } = toAppError(thrown)
  if (code === 'no_file_room') return { file: message }
  if (code === 'file_not_usable') return { file: refusal.fields?.file ?? message }
  if (code === 'too_many_vouchers' || code === 'too_many_uploads' || code === 'unavailable') return { form: message }
  if (code === 'malformed' || code === 'unsupported_type') return { form: again }
  throw thrown
}

/** Checks the device before reading the form. docs/product/client-pages.md, "Files". */
export function createFileDoor(door: Door, { page, most, tooMany, again, take, render, findFile }: FileForm) {
  const inPlace = createUploadPlaces()
  const allows = createVisitLimit({ most, perMs: allowancePerMs })

  /** Shows the form again as typed. */
  async function refuse(visit: HostVisit, typed: Texts, errors: FieldErrors): Promise<PageAnswer> {
    const html = await door.open(visit, visit.secret, async (db) => render(db, await readViewer(db), typed, errors))
    return html === undefined ? outside : { status: 200, html }
  }

  const readForm = async (visit: HostVisit): Promise<PageUpload> =>
    Object.keys(visit.form).length > 0
      ? { fields: visit.form, file: null }
      : await visit.readUpload('file', mostReceivedBytes)

  async function receive(
    visit: HostVisit,
    { party, clientId }: { party: Party; clientId: string },
  ): Promise<PageAnswer> {
    if (!allows({ subdomain: visit.subdomain, address: clientId })) return await refuse(visit, {}, { form: tooMany })
    const sent = await readForm(visit)
    try {
      if (sent.file) await door.open(visit, visit.secret, (db) => requireFileRoom(db, { clientId }))
      const taken = await take((run) => door.open(visit, visit.secret, run), sent, party)
      if (taken === undefined) return outside
      return 'errors' in taken ? await refuse(visit, sent.fields, taken.errors) : { goTo: `${page}?${taken.note}` }
    } catch (error) {
      return await refuse(visit, sent.fields, describeRefusal(error, again))
    }
  }

  return {
    async send(visit: HostVisit): Promise<PageAnswer> {
      const client = await door.open(visit, visit.secret, describeClient)
      if (client === undefined) return outside
      const { company, origin } = client.party
      try {
        return await inPlace({ companyId: company, userId: origin }, () => receive(visit, client))
      } catch (error) {
        return await refuse(visit, {}, describeRefusal(error, again))
      }
    },

    async showFile(visit: HostVisit): Promise<PageAnswer | undefined> {
      const { id = '' } = visit.params
      if (!validate(id)) return undefined
      try {
        const order = await door.open(visit, visit.secret, async (db) => getFile(db, await findFile(db, id)))
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
