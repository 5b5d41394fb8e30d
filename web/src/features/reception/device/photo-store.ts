import { create } from 'zustand'
import { type DeviceStore, openDeviceStore } from '../../../lib/device-store.ts'
import { noteWaiting } from './waiting-note.ts'

export type WaitingPhoto = {
  /** The `Idempotency-Key`. */
  key: string
  owner: string
  rowKey: string
  /** Null until the package has been saved. */
  packageId: string | null
  /** When the photo was taken, in milliseconds since 1970. */
  at: number
  /** A JPEG as a `data:` URL. */
  photo: string
  /** Why the server refused the photo, which then waits for a person. */
  problem: string | null
}

/** Waiting photos outlive the session. */
const openWaiting = () => openDeviceStore('reception-photos', { photos: 'key' })

/** Oldest first. */
export const usePhotos = create<{ photos: readonly WaitingPhoto[] }>(() => ({ photos: [] }))

let store: DeviceStore | undefined
const report = (error: unknown) => console.error('Unexpected error', error)

function change(next: (photos: readonly WaitingPhoto[]) => readonly WaitingPhoto[]): void {
  const photos = next(usePhotos.getState().photos)
  usePhotos.setState({ photos })
  noteWaiting('photos', photos.length > 0)
}

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

/** Another tab may have sent or discarded it. */
export const stillWaits = async ({ key }: WaitingPhoto): Promise<boolean> =>
  store === undefined || (await store.has('photos', key))

/** Also stores the photo on the device. */
export function keepPhoto(photo: WaitingPhoto): void {
  store?.write(['photos'], (partOf) => partOf('photos').put(photo)).catch(report)
  change((photos) =>
    photos.some(({ key }) => key === photo.key)
      ? photos.map((one) => (one.key === photo.key ? photo : one))
      : [...photos, photo],
  )
}

export const forgetPhoto = ({ key }: WaitingPhoto): void =>
  change((photos) => photos.filter((photo) => photo.key !== key))

export function dropPhoto(photo: WaitingPhoto): void {
  forgetPhoto(photo)
  store?.write(['photos'], (partOf) => partOf('photos').delete(photo.key)).catch(report)
}

const ofRow = (rowKey: string) => usePhotos.getState().photos.filter((photo) => photo.rowKey === rowKey)

export function placePhotos(rowKey: string, packageId: string): void {
  for (const photo of ofRow(rowKey)) if (photo.packageId === null) keepPhoto({ ...photo, packageId })
}

export function movePhotos(rowKey: string, nextKey: string): void {
  for (const photo of ofRow(rowKey)) keepPhoto({ ...photo, rowKey: nextKey })
}

export function dropPhotos(rowKey: string): void {
  for (const photo of ofRow(rowKey)) dropPhoto(photo)
}

/** Waiting photos stay stored on the device. */
export function closePhotos(): void {
  usePhotos.setState({ photos: [] })
}
