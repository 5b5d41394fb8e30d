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
  serveReading(calls.counts, async (db) => ({ data: await countConsignments(db) })),
  serveReading(calls.missing, (db, { query }) => listMissing(db, query)),
  serveReading(calls.get, async (db, { params }) => ({ data: await getConsignment(db, params.id) })),
  serveReading(calls.packages, (db, { params, query }) => listConsigned(db, params.id, query)),
  serve(
    calls.create,
    async (db, { body }) => ({ data: await createConsignment(db, body) }),
    ({ data }) => new AppError('shipment_already_created', { values: { number: data.companyShipmentId } }),
  ),
  serve(calls.update, async (db, { params, body }) => ({ data: await updateConsignment(db, params.id, body) })),
  serve(calls.remove, async (db, { params }) => ({ data: await removeConsignment(db, params.id) })),
  serve(calls.addPackages, async (db, { params, body }) => ({
    data: await addPackages(db, params.id, body.packageIds),
  })),
  serve(calls.removePackages, async (db, { params, body }) => ({
    data: await removePackages(db, params.id, body.packageIds),
  })),
  serve(calls.scan, async (db, { params, body }) => ({ data: await scanInto(db, params.id, body) })),
  serveReading(calls.sending, async (db, { params, query }) => ({
    data: await previewSending(db, params.id, query.statusId),
  })),
  serve(calls.send, async (db, { params, body }, session) => ({
    data: await sendConsignment(db, params.id, body.statusId, session),
  })),
  serveReading(calls.feed, async (db, { params }) => ({ data: await getFeed(db, params.id) })),
  serve(calls.arrive, async (db, { params, body }, session) => ({
    data: await arrive(db, params.id, body, session),
  })),
  serve(calls.receive, async (db, { params, body }, session) => ({
    data: await receiveConsignment(db, params.id, body.statusId, session),
  })),
  serve(calls.lose, async (db, { params, body }) => ({ data: await declareLost(db, params.id, body) })),
  serveReading(calls.reconciliation, async (db, { params }) => ({ data: await getReconciliation(db, params.id) })),
  serve(calls.costs, async (db, { params, body }) => ({ data: await saveCosts(db, params.id, body) })),
  serveInSteps(calls.readBill, async (asCaller, { params, body, file }) => ({
    data: await saveBill(asCaller, params.id, { text: body.text, file }),
  })),
  serve(calls.dropBill, async (db, { params }) => ({ data: await dropBill(db, params.id) })),
  serve(calls.close, async (db, { params }, session) => ({ data: await closeConsignment(db, params.id, session) })),
  serve(calls.reopen, async (db, { params, body }, session) => ({
    data: await reopenConsignment(db, params.id, body.reason, session),
  })),
  serveFile(papers.manifest, (db, { params, query }) => getManifest(db, params.id, query.format)),
  serveFile(papers.arrivalSheet, (db, { params }) => getArrivalSheet(db, params.id)),
  serveFile(papers.reconciliationSheet, (db, { params }) => getReconciliationSheet(db, params.id)),
]
