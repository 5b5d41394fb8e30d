import { invoiceLinkEndpoints } from '@casillero/shared/contract/invoice-links'
import { type Route, serve } from '../../platform/http/endpoint.ts'
import { linkSecret, revokeLinks, sendInvoice, sentSecret, shareInvoice } from './share-invoice.ts'

export const invoiceLinkRoutes: Route[] = [
  serve(
    invoiceLinkEndpoints.share,
    (db, { params, origin }) => shareInvoice(db, params.id, origin),
    undefined,
    linkSecret,
  ),
  serve(invoiceLinkEndpoints.revoke, (db, { params }, session) => revokeLinks(db, params.id, session)),
  serve(
    invoiceLinkEndpoints.send,
    (db, { params, origin }) => sendInvoice(db, params.id, origin),
    undefined,
    sentSecret,
  ),
]
