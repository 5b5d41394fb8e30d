import { handoverEndpoints } from '@casillero/shared/contract/handovers'
import type { PaperFormat } from '@casillero/shared/contract/invoices'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type FileOrder, type Route, serve, serveFile, serveReading } from '../../platform/http/endpoint.ts'
import { redrawSignature } from '../../platform/http/picture.ts'
import { serveDrawn } from '../../platform/http/serve-drawn.ts'
import { getCompanySettings } from '../company/queries.ts'
import type { HandoverPaper } from '../papers/handover-facts.ts'
import { listComing } from './coming-clients.ts'
import { handOver } from './hand-over.ts'
import { findSignature, getHandover, getSignedHandover, listHandovers } from './handover-view.ts'
import { addPicker, listPickers, removePicker } from './pickers.ts'
import { getDesk } from './ready-packages.ts'
import { undoHandover } from './undo-handover.ts'

export const handoverRoutes: Route[] = [
  serveReading(handoverEndpoints.list, (db, { query }) => listHandovers(db, query)),
  serveReading(handoverEndpoints.ready, (db, { query }) => getDesk(db, query)),
  serveReading(handoverEndpoints.coming, (db) => listComing(db)),
  serveReading(handoverEndpoints.get, (db, { params }) => getSignedHandover(db, params.id)),
  serveFile(handoverEndpoints.document, (db, { params, query }) => getHandoverPaper(db, params.id, query.format)),
  serveDrawn(
    handoverEndpoints.create,
    'signature',
    redrawSignature,
    (db, { body }, session, signature) => handOver(db, body, session, { signature }),
    ({ data }) =>
      new AppError('handover_already_made', {
        values: { number: data.companyHandoverId },
        details: { handoverId: data.id },
      }),
  ),
  serve(handoverEndpoints.undo, (db, { params, body }, session) => undoHandover(db, params.id, body.reason, session)),
  serveReading(handoverEndpoints.pickers, (db, { params }) => listPickers(db, params.id)),
  serve(handoverEndpoints.addPicker, (db, { params, body }) => addPicker(db, params.id, body)),
  serve(handoverEndpoints.removePicker, (db, { params }) => removePicker(db, params.id, params.pickerId)),
]

/** docs/product/papers.md, "Hand-over". */
async function getHandoverPaper(db: Db, id: string, format: PaperFormat): Promise<FileOrder> {
  const [handover, signature, company, logo] = await Promise.all([
    getHandover(db, id),
    findSignature(db, id),
    getCompanySettings(db),
    db.selectFrom('logos').select(['hash', 'content']).executeTakeFirst(),
  ])
  const { name, ruc, address, phone, invoiceFooter } = company
  const heading = { name, ruc, address, phone, footer: invoiceFooter, logo: logo ?? null }
  const drawing: HandoverPaper = { format, handover, heading, signature }
  return { fileName: `Entrega-${handover.companyHandoverId}.pdf`, drawing }
}
