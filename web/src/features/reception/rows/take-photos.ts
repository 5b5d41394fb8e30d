import { useRef, useState } from 'react'
import { newIdempotencyKey } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session.ts'
import { toastError } from '../../../ui/feedback/toast.tsx'
import { shrinkPhoto } from '../../../ui/forms/scale-picture.ts'
import { writePhotoFoot } from '../../packages/photos/photo-foot.ts'
import { keepPhoto } from '../device/photo-store.ts'
import type { Row } from '../device/reception-row.ts'
import { useRows } from '../device/row-store.ts'
import { sendNow, useLink } from '../sending/sending.ts'

export type TakenPhoto = { key: string; file: File; at: Date }

export const takePhoto = (file: File): TakenPhoto => ({ key: newIdempotencyKey(), file, at: new Date() })

/** A ref hands the photos over exactly once: a scanner's next key comes before a render. */
export function useTakenPhotos() {
  const now = useRef<TakenPhoto[]>([])
  const [shown, setShown] = useState<readonly TakenPhoto[]>([])
  const set = (next: TakenPhoto[]) => {
    const before = now.current
    now.current = next
    if (before.length > 0 || next.length > 0) setShown(next)
    return before
  }
  return {
    shown,
    take: (file: File) => set([...now.current, takePhoto(file)]),
    drop: (photo: TakenPhoto) => set(now.current.filter((one) => one !== photo)),
    /** The next package starts without photos. */
    handOver: () => set([]),
  }
}

/** Writes the row's weight on the photos. Discarding a row discards its photos. */
export async function keepPhotos({ key: rowKey, owner, entry }: Row, taken: readonly TakenPhoto[]): Promise<void> {
  const session = useSession.getState()
  const userName = 'user' in session ? session.user.fullName : ''
  for (const { key, file, at } of taken) {
    const foot = writePhotoFoot({ weight: entry.weight, weightSource: entry.weightSource, userName, at })
    const photo = await shrinkPhoto(file, foot)
    const row = useRows.getState().rows.find((one) => one.key === rowKey)
    if (photo === undefined) toastError('La foto debe ser una imagen PNG, JPEG o WebP')
    else if (row !== undefined) {
      const packageId = row.saved?.package.id ?? null
      keepPhoto({ key, owner, rowKey, packageId, at: at.getTime(), photo, problem: null })
    }
  }
  if (useLink.getState().since === undefined) sendNow()
}
