import type { Api } from '@casillero/shared/contract/api'
import { drawPhoto } from './dispatch.ts'
import type { Shop } from './shop.ts'

type Body = Api['POST /api/packages/:id/photos']['body']

/** Adds a photo to a package, a new one unless it is named, and gives the ids of both. */
export async function addPhoto(shop: Shop, packageId?: string, values: Partial<Body> = {}) {
  const id = packageId ?? (await shop.receive()).id
  const body = { photo: await drawPhoto(), ...values }
  const { data } = await shop.user.ok('POST /api/packages/:id/photos', { params: { id }, body })
  return { id, photoId: data.id }
}
