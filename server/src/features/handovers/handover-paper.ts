import type { PaperFormat } from '@casillero/shared/contract/invoices'
import type { Db } from '../../platform/database/database.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import { getCompanySettings } from '../company/queries.ts'
import type { HandoverPaper } from '../papers/handover-facts.ts'
import { findSignature, getHandover } from './handover-view.ts'

/** docs/product/papers.md, "Hand-over". */
export async function getHandoverPaper(db: Db, id: string, format: PaperFormat): Promise<FileOrder> {
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
