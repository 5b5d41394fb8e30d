import { invoiceLinkEndpoints } from '@casillero/shared/contract/invoice-links'
import { type Route, serve } from '../../platform/http/endpoint.ts'
import { linkSecret, revokeLinks, sendInvoice, sentSecret, shareInvoice } from './share-invoice.ts'

export const invoiceLinkRoutes: Route[] = [
  serve(
    invoiceLinkEndpoints.share,
    async (db, { params, origin }) => ({ data: await shareInvoice(db, params.id, origin) }),
    undefined,
    linkSecret,
  ),
  serve(invoiceLinkEndpoints.revoke, async (db, { params }, session) => ({
    data: await revokeLinks(db, params.id, session),
  })),
  serve(
    invoiceLinkEndpoints.send,
    async (db, { params, origin }) => ({ data: await sendInvoice(db, params.id, origin) }),
    undefined,
    sentSecret,
  ),
]
