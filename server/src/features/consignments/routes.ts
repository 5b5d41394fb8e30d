import { consignmentEndpoints } from '@casillero/shared/contract/consignment-calls'
import { consignmentPaperEndpoints } from '@casillero/shared/contract/consignment-papers'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve, serveFile, serveInSteps, serveReading } from '../../platform/http/endpoint.ts'
import { getFeed } from './arrival-feed.ts'
import { arrive } from './arrive.ts'
import { closeConsignment, reopenConsignment } from './close-consignment.ts'
import { listConsigned, listMissing } from './consigned-packages.ts'
import { getArrivalSheet, getManifest } from './consignment-papers.ts'
import { countConsignments, getConsignment, listConsignments } from './consignment-view.ts'
import { addPackages, removePackages, scanInto } from './fill-consignment.ts'
import { previewSending } from './preview-sending.ts'
import { getReconciliation } from './read-reconciliation.ts'
import { declareLost, receiveConsignment } from './receive-consignment.ts'
import { getReconciliationSheet } from './reconciliation-sheet.ts'
import { dropBill, saveBill } from './save-bill.ts'
import { createConsignment, removeConsignment, updateConsignment } from './save-consignment.ts'
import { saveCosts } from './save-costs.ts'
import { sendConsignment } from './send-consignment.ts'

const calls = consignmentEndpoints
const papers = consignmentPaperEndpoints

export const consignmentRoutes: Route[] = [
  serveReading(calls.list, (db, { query }) => listConsignments(db, query)),
  serveReading(calls.counts, (db) => countConsignments(db)),
  serveReading(calls.missing, (db, { query }) => listMissing(db, query)),
  serveReading(calls.get, (db, { params }) => getConsignment(db, params.id)),
  serveReading(calls.packages, (db, { params, query }) => listConsigned(db, params.id, query)),
  serve(
    calls.create,
    (db, { body }) => createConsignment(db, body),
    ({ data }) => new AppError('shipment_already_created', { values: { number: data.companyShipmentId } }),
  ),
  serve(calls.update, (db, { params, body }) => updateConsignment(db, params.id, body)),
  serve(calls.remove, (db, { params }) => removeConsignment(db, params.id)),
  serve(calls.addPackages, (db, { params, body }) => addPackages(db, params.id, body.packageIds)),
  serve(calls.removePackages, (db, { params, body }) => removePackages(db, params.id, body.packageIds)),
  serve(calls.scan, (db, { params, body }) => scanInto(db, params.id, body)),
  serveReading(calls.sending, (db, { params, query }) => previewSending(db, params.id, query.statusId)),
  serve(calls.send, (db, { params, body }, session) => sendConsignment(db, params.id, body.statusId, session)),
  serveReading(calls.feed, (db, { params }) => getFeed(db, params.id)),
  serve(calls.arrive, (db, { params, body }, session) => arrive(db, params.id, body, session)),
  serve(calls.receive, (db, { params, body }, session) => receiveConsignment(db, params.id, body.statusId, session)),
  serve(calls.lose, (db, { params, body }) => declareLost(db, params.id, body)),
  serveReading(calls.reconciliation, (db, { params }) => getReconciliation(db, params.id)),
  serve(calls.costs, (db, { params, body }) => saveCosts(db, params.id, body)),
  serveInSteps(calls.readBill, (asCaller, { params, body, file }) =>
    saveBill(asCaller, params.id, { text: body.text, file }),
  ),
  serve(calls.dropBill, (db, { params }) => dropBill(db, params.id)),
  serve(calls.close, (db, { params }, session) => closeConsignment(db, params.id, session)),
  serve(calls.reopen, (db, { params, body }, session) => reopenConsignment(db, params.id, body.reason, session)),
  serveFile(papers.manifest, (db, { params, query }) => getManifest(db, params.id, query.format)),
  serveFile(papers.arrivalSheet, (db, { params }) => getArrivalSheet(db, params.id)),
  serveFile(papers.reconciliationSheet, (db, { params }) => getReconciliationSheet(db, params.id)),
]
