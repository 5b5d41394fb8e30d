import type { CourierPackage } from '@casillero/shared/contract/packages'
import { receivedPackage } from '@casillero/shared/contract/receptions'
import { create } from 'zustand'
import { type DeviceStore, openDeviceStore } from '../../../lib/device-store.ts'
import { dropPhotos, placePhotos } from './photo-store.ts'
import { isUnsettled, type Row } from './reception-row.ts'
import { noteWaiting } from './waiting-note.ts'

/** Waiting rows outlive the session; finished ones end with it. */
const openWaiting = () => openDeviceStore('reception-waiting', { rows: 'key' })
export const openCopy = () => openDeviceStore('reception', { rows: 'key', clients: 'id', facts: 'name' })

const dayMs = 86_400_000

/**
 * A killed tab loses unfinished database writes, but not `localStorage`, which writes synchronously. A row is kept here until the database
 * has it.
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
  /** Undefined until the rows have been read. */
  owner: string | undefined
  /** Newest first. */
  rows: readonly Row[]
  /** False if the browser stores nothing: closing the tab then loses waiting rows. */
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

/** Forgets rows finished more than a day ago. */
export async function openRows(owner: string): Promise<void> {
  const opened = await Promise.all([openWaiting(), openCopy()]).catch((error: unknown) => {
    report(error)
    return undefined
  })
  ;[waiting, copy] = opened ?? [undefined, undefined]
  const [unsettled = [], settled = []] = await Promise.all([waiting?.all<Row>('rows'), copy?.all<Row>('rows')])
  const recent = settled.filter((row) => row.owner === owner && Date.now() - row.at < dayMs)
  const done = new Set(recent.map(({ key }) => key))
  // After a killed page, a settled row may be in both stores and would be sent again tomorrow.
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

/** Another tab may have sent or discarded it. */
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

/** Starts writing synchronously, so that a killed tab loses nothing. */
export function keepRow(row: Row): void {
  note(row)
  const isWritten = waiting?.write(['rows'], (partOf) => partOf('rows').put(row))
  change((rows) => put(rows, row))
  isWritten?.then(() => forgetNote(row.key), report)
}

/** Resolves to false if another tab that sent the row stored it first. */
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
 * Stored as finished before it leaves the waiting rows: if killed in between, it is in both stores, never in none. Resolves to true if this
 * tab was first.
 */
export async function settleRow(row: Row): Promise<boolean> {
  change((rows) => put(rows, row))
  if (row.saved !== null) placePhotos(row.key, row.saved.package.id)
  const isFirst = await addSettled(row)
  dropWaiting(row.key)
  return isFirst
}

/** Stores only what the screen shows, hence no phone numbers. */
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

/** Keeps unfinished rows. */
export function dropSettled(): void {
  change((rows) => rows.filter(isUnsettled))
  copy?.write(['rows'], (partOf) => partOf('rows').clear()).catch(report)
}

/** Waiting rows stay stored on the device. */
export function closeRows(): void {
  useRows.setState({ owner: undefined, rows: [] })
  copy = undefined
}
