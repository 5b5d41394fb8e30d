import type { PackagePhotos } from '@casillero/shared/contract/package-photos'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, describeError } from '../../../lib/api.ts'
import { useSignedIn } from '../../../lib/session.ts'
import { toastFailure } from '../../../ui/feedback/failure-toast.tsx'
import { shrinkPhoto } from '../../../ui/forms/scale-picture.ts'
import { writePhotoFoot } from './photo-foot.ts'

const failed = 'Error al guardar la foto'

/** `problem` tells why the photo was not saved. */
export type NewPhoto = { key: number; photo: string | undefined; problem: string | undefined }

/** Sends photos one by one. A failed photo stays until it is sent again or discarded. */
export function useNewPhotos(packageId: string, weighed: Omit<PackagePhotos, 'photos' | 'keptDays'> | undefined) {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const [waiting, setWaiting] = useState<NewPhoto[]>([])
  const last = useRef(Promise.resolve())
  const count = useRef(0)

  const set = (key: number, change: Partial<NewPhoto>) =>
    setWaiting((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const drop = (key: number) => setWaiting((all) => all.filter((one) => one.key !== key))

  const send = async (key: number, photo: string) => {
    try {
      await call('POST /api/packages/:id/photos', { params: { id: packageId }, body: { photo } })
      await client.invalidateQueries()
      drop(key)
    } catch (error) {
      set(key, { problem: describeError(error, failed) })
      // The photo's tile may be out of sight.
      toastFailure(error, failed)
    }
  }
  const enqueue = (work: () => Promise<void>) => {
    last.current = last.current.then(work)
  }
  const take = (file: File) => {
    count.current += 1
    const key = count.current
    const foot = writePhotoFoot({
      weight: null,
      weightSource: null,
      ...weighed,
      userName: user.fullName,
      at: new Date(),
    })
    setWaiting((all) => [...all, { key, photo: undefined, problem: undefined }])
    enqueue(async () => {
      const photo = await shrinkPhoto(file, foot)
      set(key, photo === undefined ? { problem: 'La foto debe ser una imagen PNG, JPEG o WebP' } : { photo })
      if (photo !== undefined) await send(key, photo)
    })
  }
  const retry = ({ key, photo }: NewPhoto) => {
    if (photo === undefined) return
    set(key, { problem: undefined })
    enqueue(() => send(key, photo))
  }
  return { waiting, take, retry, drop }
}
