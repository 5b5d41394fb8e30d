import { voucherEndpoints as calls } from '@casillero/shared/contract/vouchers'
import { type Route, serve, serveFile, serveReading } from '../../platform/http/endpoint.ts'
import { acceptVoucher, rejectVoucher } from './decide-voucher.ts'
import { countVouchers, getVoucher, getVoucherFile, listVouchers } from './voucher-view.ts'

export const voucherRoutes: Route[] = [
  serveReading(calls.list, (db, { query }) => listVouchers(db, query)),
  serveReading(calls.counts, (db, { query }) => countVouchers(db, query.clientId)),
  serveReading(calls.get, (db, { params }) => getVoucher(db, params.id)),
  serveFile(calls.file, (db, { params }) => getVoucherFile(db, params.id)),
  serve(calls.accept, (db, { params, body }, session) => acceptVoucher(db, params.id, body, session)),
  serve(calls.reject, (db, { params, body }) => rejectVoucher(db, params.id, body)),
]
