import { create } from 'zustand'
import { type DeviceStore, openDeviceStore } from '../../lib/device-store.ts'
import { noteWaiting } from './waiting-note.ts'

/** A photo of a package that the server does not have yet. */
export type WaitingPhoto = {
  /** Its `Idempotency-Key`. */
  key: string
  /** The company and the user that it belongs to. */
  owner: string
  /** The row of its package. */
  rowKey: string
  /** Null until the package is saved. */
  packageId: string | null
  /** Milliseconds since 1970, when it was taken. */
  at: number
  /** A JPEG with the line under it, as a `data:` address. */
  photo: string
  /** The server's reason to refuse it; it waits for a person then. */
  problem: string | null
}

/** Photos that wait outlive the session, as the rows that wait do. */
const openWaiting = () => openDeviceStore('reception-photos', { photos: 'key' })

/** The oldest first. */
export const usePhotos = create<{ photos: readonly WaitingPhoto[] }>(() => ({ photos: [] }))

let store: DeviceStore | undefined
const report = (error: unknown) => console.error('Unexpected error', error)

function change(next: (photos: readonly WaitingPhoto[]) => readonly WaitingPhoto[]): void {
  const photos = next(usePhotos.getState().photos)
  usePhotos.setState({ photos })
  noteWaiting('photos', photos.length > 0)
}

/** Reads the photos of a company and a user. */
export async function openPhotos(owner: string): Promise<void> {
  store = await openWaiting().catch((error: unknown) => {
    report(error)
    return undefined
  })
  const read = (await store?.all<WaitingPhoto>('photos').catch(report)) ?? []
  change((known) => {
    const fresh = new Set(known.map(({ key }) => key))
    const others = read.filter((photo) => photo.owner === owner && !fresh.has(photo.key))
    return [...known, ...others].toSorted((one, other) => one.at - other.at)
  })
}

/** Says whether the photo still waits on this device: another tab may have sent it, or thrown it away. */
export const stillWaits = async ({ key }: WaitingPhoto): Promise<boolean> =>
  store === undefined || (await store.has('photos', key))

/** Shows a photo that waits and keeps it on the device. */
export function keepPhoto(photo: WaitingPhoto): void {
  store?.write(['photos'], (partOf) => partOf('photos').put(photo)).catch(report)
  change((photos) =>
    photos.some(({ key }) => key === photo.key)
      ? photos.map((one) => (one.key === photo.key ? photo : one))
      : [...photos, photo],
  )
}

/** Leaves a photo out of what this page shows. */
export const forgetPhoto = ({ key }: WaitingPhoto): void =>
  change((photos) => photos.filter((photo) => photo.key !== key))

/** Takes a photo off the device for good. */
export function dropPhoto(photo: WaitingPhoto): void {
  forgetPhoto(photo)
  store?.write(['photos'], (partOf) => partOf('photos').delete(photo.key)).catch(report)
}

const ofRow = (rowKey: string) => usePhotos.getState().photos.filter((photo) => photo.rowKey === rowKey)

/** Says which package the photos of a row are of, once it is saved. */
export function placePhotos(rowKey: string, packageId: string): void {
  for (const photo of ofRow(rowKey)) if (photo.packageId === null) keepPhoto({ ...photo, packageId })
}

/** Gives the photos of a row to the one that is sent in its place. */
export function movePhotos(rowKey: string, nextKey: string): void {
  for (const photo of ofRow(rowKey)) keepPhoto({ ...photo, rowKey: nextKey })
}

/** Throws the photos of a row away, with the row. */
export function dropPhotos(rowKey: string): void {
  for (const photo of ofRow(rowKey)) dropPhoto(photo)
}

/** Forgets what this page knows of a user, when the session ended; what waits stays on the device. */
export function closePhotos(): void {
  usePhotos.setState({ photos: [] })
}
