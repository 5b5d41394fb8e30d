import type { CourierPackage } from '@casillero/shared/contract/packages'
import { receivedPackage } from '@casillero/shared/contract/receptions'
import { create } from 'zustand'
import { type DeviceStore, openDeviceStore } from '../../lib/device-store.ts'
import { dropPhotos, placePhotos } from './photo-store.ts'
import { isUnsettled, type Row } from './reception-row.ts'
import { noteWaiting } from './waiting-note.ts'

/** They outlive the session; those that are done go with it. */
const openWaiting = () => openDeviceStore('reception-waiting', { rows: 'key' })
export const openCopy = () => openDeviceStore('reception', { rows: 'key', clients: 'id', facts: 'name' })

const dayMs = 86_400_000

/**
 * A database gives up what a killed tab has not finished writing; the storage writes in the event itself. A row stands here until the
 * database has it.
 */
const notePrefix = 'receptionRow:'
const note = (row: Row) => localStorage.setItem(notePrefix + row.key, JSON.stringify(row))
const forgetNote = (key: string) => localStorage.removeItem(notePrefix + key)
const readNotes = (owner: string): Row[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(notePrefix))
    .map((key): Row => JSON.parse(localStorage.getItem(key) ?? '{}'))
    .filter((row) => row.owner === owner)

type Rows = {
  /** Undefined before they were read. */
  owner: string | undefined
  /** The newest first. */
  rows: readonly Row[]
  /** False where the browser keeps nothing: a closed tab then loses what waits. */
  isKept: boolean
}

export const useRows = create<Rows>(() => ({ owner: undefined, rows: [], isKept: true }))

let waiting: DeviceStore | undefined
let copy: DeviceStore | undefined
const report = (error: unknown) => console.error('Unexpected error', error)

function change(next: (rows: readonly Row[]) => readonly Row[]): void {
  const rows = next(useRows.getState().rows)
  useRows.setState({ rows })
  noteWaiting('rows', rows.some(isUnsettled))
}

/** Those that are done for a day are forgotten. */
export async function openRows(owner: string): Promise<void> {
  const opened = await Promise.all([openWaiting(), openCopy()]).catch((error: unknown) => {
    report(error)
    return undefined
  })
  ;[waiting, copy] = opened ?? [undefined, undefined]
  const [unsettled = [], settled = []] = await Promise.all([waiting?.all<Row>('rows'), copy?.all<Row>('rows')])
  const recent = settled.filter((row) => row.owner === owner && Date.now() - row.at < dayMs)
  const done = new Set(recent.map(({ key }) => key))
  // A row settled right before the page was killed may stand in both, and would be sent again tomorrow.
  const twice = unsettled.filter(({ key }) => done.has(key))
  for (const { key } of [...readNotes(owner), ...twice]) if (done.has(key)) dropWaiting(key)
  const noted = readNotes(owner).filter(({ key }) => !done.has(key))
  const isNoted = new Set(noted.map(({ key }) => key))
  const left = [
    ...noted,
    ...unsettled.filter((row) => row.owner === owner && !done.has(row.key) && !isNoted.has(row.key)),
  ]
  const now = useRows.getState()
  const known = now.owner === owner ? now.rows : []
  const fresh = new Set(known.map(({ key }) => key))
  const read = [...recent, ...left].filter(({ key }) => !fresh.has(key))
  useRows.setState({ owner, isKept: opened !== undefined })
  change(() => [...known, ...read].toSorted((one, other) => other.at - one.at))
  for (const row of noted) if (!fresh.has(row.key)) keepRow(row)
}

/** Another tab may have sent it, or thrown it away. */
export async function stillWaits({ key }: Row): Promise<boolean> {
  if (waiting === undefined) return true
  return await waiting.has('rows', key)
}

export const forgetRow = ({ key }: Pick<Row, 'key'>): void => change((rows) => rows.filter((row) => row.key !== key))

const put = (rows: readonly Row[], row: Row): readonly Row[] =>
  rows.some(({ key }) => key === row.key) ? rows.map((one) => (one.key === row.key ? row : one)) : [row, ...rows]

function dropWaiting(key: string): void {
  forgetNote(key)
  waiting?.write(['rows'], (partOf) => partOf('rows').delete(key)).catch(report)
}

/** Begun at once, so that a tab killed right after it loses nothing. */
export function keepRow(row: Row): void {
  note(row)
  const isWritten = waiting?.write(['rows'], (partOf) => partOf('rows').put(row))
  change((rows) => put(rows, row))
  isWritten?.then(() => forgetNote(row.key), report)
}

/** False where another tab, which sent it as well, did so before. */
async function addSettled(row: Row): Promise<boolean> {
  try {
    await copy?.write(['rows'], (partOf) => partOf('rows').add(row))
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'ConstraintError') return false
    report(error)
    return true
  }
}

/**
 * Written as done before it is taken from what waits: a kill between the two leaves the row in both, never in none. Resolves to whether
 * this tab was the first.
 */
export async function settleRow(row: Row): Promise<boolean> {
  change((rows) => put(rows, row))
  if (row.saved !== null) placePhotos(row.key, row.saved.package.id)
  const isFirst = await addSettled(row)
  dropWaiting(row.key)
  return isFirst
}

/** The copy on the device keeps what the screen shows, and so no phones. */
export function updateSaved(row: Row, known: CourierPackage): void {
  if (row.saved === null) return
  const entry = { ...row.entry, weight: known.weight }
  const saved = { ...row.saved, package: receivedPackage.parse(known) }
  changeSettled(row.key, (now) => ({ ...now, entry, saved }))
}

function changeSettled(key: string, edit: (row: Row) => Row): void {
  const row = useRows.getState().rows.find((one) => one.key === key)
  if (row === undefined || row.saved === null) return
  const next = edit(row)
  change((rows) => rows.map((one) => (one.key === key ? next : one)))
  copy?.write(['rows'], (partOf) => partOf('rows').put(next)).catch(report)
}

export const countPhoto = (key: string): void =>
  changeSettled(key, (row) => ({ ...row, photoCount: (row.photoCount ?? 0) + 1 }))

export function dropRow({ key }: Row): void {
  forgetRow({ key })
  dropPhotos(key)
  dropWaiting(key)
  copy?.write(['rows'], (partOf) => partOf('rows').delete(key)).catch(report)
}

/** What is not done stays. */
export function dropSettled(): void {
  change((rows) => rows.filter(isUnsettled))
  copy?.write(['rows'], (partOf) => partOf('rows').clear()).catch(report)
}

/** What waits stays on the device. */
export function closeRows(): void {
  useRows.setState({ owner: undefined, rows: [] })
  copy = undefined
}
