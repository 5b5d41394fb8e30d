import { createHash } from 'node:crypto'
import { readReceivedFile } from '../../platform/http/received-file.ts'
import { announceOwn, findOwnInvoiceFile, listOwnPrealerts } from '../own-account/own-prealerts.ts'
import { findOwnFile, hasPending, readOwnVouchers, readTyped, sendOwnVoucher } from '../own-account/own-vouchers.ts'
import { readViewer } from '../own-account/read-shop.ts'
import type { FileForm } from './file-door.ts'
import { renderPrealerts } from './prealert-pages.ts'
import { renderVouchers } from './voucher-page.ts'

/** docs/product/prealerts.md, "Announcing". */
export const prealertForm: FileForm = {
  page: '/mi/avisar',
  most: 60,
  tooMany: 'Espere unos minutos para avisar otra.',
  again: 'Vuelva a enviarlo.',
  async take(open, { fields, file }, party) {
    const invoice = file && { name: file.name, file: await readReceivedFile(party, file.content) }
    const taken = await open(async (db) => {
      const { today } = await readViewer(db)
      return { errors: await announceOwn(db, { form: fields, today, invoice }) }
    })
    return taken && (taken.errors ? { errors: taken.errors } : { note: 'listo' })
  },
  render: async (db, viewer, typed, errors) =>
    renderPrealerts(viewer, await listOwnPrealerts(db), typed, { isSaved: false, errors }),
  findFile: findOwnInvoiceFile,
}

/** docs/product/vouchers.md, "Receiving". */
export const voucherForm: FileForm = {
  page: '/mi/comprobante',
  most: 20,
  tooMany: 'Espere unos minutos para enviar otro.',
  again: 'Vuelva a elegir el archivo.',
  async take(open, { fields, file: sent }, party) {
    const read = readTyped(fields)
    if ('errors' in read) return { errors: read.errors }
    if (sent === null) return { errors: { file: 'Elija la foto o el PDF' } }
    const digest = createHash('sha256').update(sent.content).digest()
    const isKnown = await open((db) => hasPending(db, digest))
    if (isKnown === undefined) return undefined
    if (isKnown) return { note: 'repetido' }
    const file = await readReceivedFile(party, sent.content)
    const taken = await open(async (db) => ({
      errors: await sendOwnVoucher(db, { draft: read.draft, file, name: sent.name }),
    }))
    return taken && (taken.errors ? { errors: taken.errors } : { note: 'listo' })
  },
  render: async (db, viewer, typed, errors) => renderVouchers(viewer, await readOwnVouchers(db), typed, { errors }),
  findFile: findOwnFile,
}
