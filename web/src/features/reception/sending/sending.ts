import type { ReceptionResult } from '@casillero/shared/contract/receptions'
import { create } from 'zustand'
import { call, describeError } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session.ts'
import { sound } from '../../../lib/sounds.ts'
import { labelSaved } from '../../packages/labels/label-after-saving.ts'
import { refreshClients, useClients } from '../device/device-clients.ts'
import { refreshExpected } from '../device/device-expected.ts'
import type { Row } from '../device/reception-row.ts'
import { forgetRow, keepRow, settleRow, stillWaits, useRows } from '../device/row-store.ts'
import { findByCasillero, ownerToday, toOwner } from '../entry/find-client.ts'
import { nextPhoto, sendPhoto } from './photo-sending.ts'
import { isRefusal } from './refusal.ts'

/** `since`: when the server stopped answering. `nextTry`: when it is asked again. Milliseconds. */
export type Link = { since: number | undefined; nextTry: number | undefined }

export const useLink = create<Link>(() => ({ since: undefined, nextTry: undefined }))

const pauses = [2_000, 4_000, 8_000, 15_000, 30_000]
let failures = 0
let timer = 0
let isSending = false

function noteAnswer(): void {
  failures = 0
  clearTimeout(timer)
  if (useLink.getState().since !== undefined) useLink.setState({ since: undefined, nextTry: undefined })
}

/** The pause grows while the silence lasts. */
export function noteSilence(): void {
  const pause = pauses[Math.min(failures, pauses.length - 1)] ?? 0
  failures += 1
  clearTimeout(timer)
  timer = window.setTimeout(sendNow, pause)
  const now = Date.now()
  useLink.setState(({ since }) => ({ since: since ?? now, nextTry: now + pause }))
}

const buildBody = ({ entry }: Row, weight: number) => ({
  tracking: entry.scanned ?? entry.tracking,
  shippingMethod: entry.shippingMethod,
  clientId: entry.client?.id ?? null,
  clientPackageName: entry.labelName,
  tariffId: entry.tariffId,
  weight,
  weightSource: entry.weightSource,
  ...entry.measures,
  shipmentId: entry.shipment?.id ?? null,
  labelCode: entry.labelCode,
  again: entry.again,
})

function refuse(row: Row, problem: string): void {
  keepRow({ ...row, state: 'refused', problem })
  sound('bad')
}

/** Only one tab prints the label, once, however often the row was sent. */
async function settle(row: Row, state: ReceptionResult, saved: NonNullable<Row['saved']>): Promise<void> {
  if (state === 'repeated') sound('again')
  const isFirst = await settleRow({ ...row, state, problem: null, saved })
  if (isFirst && state !== 'repeated') labelSaved(saved.package.id)
}

/** Resolves to false without an answer, so that later rows wait too. */
async function sendRow(row: Row): Promise<boolean> {
  const { weight } = row.entry
  if (weight === null) {
    refuse(row, 'Falta el peso')
    return true
  }
  if (!(await stillWaits(row))) {
    forgetRow(row)
    return true
  }
  const { client } = row.entry
  // A key is only valid with the same body.
  const isSettled = row.wasSent || client === null
  const entry = isSettled ? row.entry : { ...row.entry, client: ownerToday(useClients.getState().index, client) }
  const sent = { ...row, entry, wasSent: true }
  keepRow(sent)
  try {
    const headers = { 'Idempotency-Key': row.key }
    const { data, notice } = await call('POST /api/receptions', { body: buildBody(sent, weight), headers })
    const saved = { package: data.package, receptionId: data.receptionId, isLabelStale: notice !== undefined }
    void settle(sent, data.result, saved)
    noteAnswer()
    return true
  } catch (error) {
    if (!isRefusal(error)) return false
    refuse(sent, describeError(error, 'No se pudo guardar'))
    noteAnswer()
    return true
  }
}

const nextWaiting = (): Row | undefined => useRows.getState().rows.findLast(({ state }) => state === 'waiting')

const hasWork = (): boolean => nextWaiting() !== undefined || nextPhoto() !== undefined

/** Sends rows in order of entry, then photos, until all are sent or no answer comes. */
async function sendAll(): Promise<void> {
  for (;;) {
    if (useSession.getState().phase !== 'signedIn') return
    const row = nextWaiting()
    const photo = row === undefined ? nextPhoto() : undefined
    if (row !== undefined) {
      if (!(await sendRow(row))) return noteSilence()
    } else if (photo !== undefined) {
      if (!(await sendPhoto(photo))) return noteSilence()
      noteAnswer()
    } else return
  }
}

/** With nothing to send, checks whether the server answers again. */
export function sendNow(): void {
  if (isSending) return
  isSending = true
  const work = hasWork() ? sendAll() : probe()
  void work.finally(() => {
    isSending = false
    // Rows entered during the last answer are sent now.
    const canGoOn = useLink.getState().since === undefined && useSession.getState().phase === 'signedIn'
    if (canGoOn && hasWork()) sendNow()
  })
}

async function probe(): Promise<void> {
  if (useLink.getState().since === undefined || useSession.getState().phase !== 'signedIn') return
  if (!(await refreshClients())) return noteSilence()
  noteAnswer()
  void refreshExpected(true)
}

/** Sends at once, unless the server is known to be unreachable. */
export function enter(row: Row): void {
  keepRow(row)
  if (useLink.getState().since === undefined) sendNow()
}

/** Resolves rows whose client was added elsewhere meanwhile. */
function settleUnknown(): void {
  const { index } = useClients.getState()
  for (const row of useRows.getState().rows) {
    const { clientText } = row.entry
    if (row.state !== 'refused' || row.wasSent || clientText === '' || row.entry.weight === null) continue
    const [only, ...others] = findByCasillero(index, clientText)
    if (only === undefined || others.length > 0) continue
    enter({ ...row, state: 'waiting', problem: null, entry: { ...row.entry, client: toOwner(only), clientText: '' } })
  }
}

/** Works on every screen. Returns the function that ends it. */
export function watchLink(): () => void {
  const onOnline = () => sendNow()
  const onOffline = () => noteSilence()
  const onVisible = () => {
    if (document.visibilityState === 'visible') sendNow()
  }
  const forgetClients = useClients.subscribe(settleUnknown)
  window.addEventListener('online', onOnline)
  window.addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    forgetClients()
    window.removeEventListener('online', onOnline)
    window.removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', onVisible)
    clearTimeout(timer)
    failures = 0
    useLink.setState({ since: undefined, nextTry: undefined })
  }
}
