import { call, describeError } from '../../../lib/api.ts'
import { dropPhoto, forgetPhoto, keepPhoto, stillWaits, usePhotos, type WaitingPhoto } from '../device/photo-store.ts'
import { countPhoto } from '../device/row-store.ts'
import { isRefusal } from './refusal.ts'

type PlacedPhoto = WaitingPhoto & { packageId: string }

const isPlaced = (photo: WaitingPhoto): photo is PlacedPhoto => photo.packageId !== null

/** Returns a photo whose package is saved. */
export const nextPhoto = (): PlacedPhoto | undefined =>
  usePhotos
    .getState()
    .photos.filter(({ problem }) => problem === null)
    .find(isPlaced)

/** Resolves to false without an answer, so that later photos wait too. */
export async function sendPhoto(photo: PlacedPhoto): Promise<boolean> {
  if (!(await stillWaits(photo))) {
    forgetPhoto(photo)
    return true
  }
  try {
    await call('POST /api/packages/:id/photos', {
      params: { id: photo.packageId },
      body: { photo: photo.photo },
      headers: { 'Idempotency-Key': photo.key },
    })
    dropPhoto(photo)
    countPhoto(photo.rowKey)
    return true
  } catch (error) {
    if (!isRefusal(error)) return false
    keepPhoto({ ...photo, problem: describeError(error, 'Error al guardar la foto') })
    return true
  }
}
