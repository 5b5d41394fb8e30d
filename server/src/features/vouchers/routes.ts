import { voucherEndpoints as calls } from '@casillero/shared/contract/vouchers'
import { type Route, serve, serveFile, serveReading } from '../../platform/http/endpoint.ts'
import { acceptVoucher, rejectVoucher } from './decide-voucher.ts'
import { countVouchers, getVoucher, getVoucherFile, listVouchers } from './voucher-view.ts'

export const voucherRoutes: Route[] = [
  serveReading(calls.list, (db, { query }) => listVouchers(db, query)),
  serveReading(calls.counts, async (db, { query }) => ({ data: await countVouchers(db, query.clientId) })),
  serveReading(calls.get, async (db, { params }) => ({ data: await getVoucher(db, params.id) })),
  serveFile(calls.file, (db, { params }) => getVoucherFile(db, params.id)),
  serve(calls.accept, async (db, { params, body }, session) => ({
    data: await acceptVoucher(db, params.id, body, session),
  })),
  serve(calls.reject, async (db, { params, body }) => ({ data: await rejectVoucher(db, params.id, body) })),
]
