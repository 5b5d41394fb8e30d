import * as z from 'zod/mini'
import { oneRow } from './catalogue.ts'
import { dataReply, emptyReply, endpoint } from './endpoint.ts'
import { weightSource } from './packages.ts'
import { photo } from './photo.ts'
import { id, instant, optionalText, version } from './schema.ts'

export const mostPhotos = 4

/** Pounds; null if unknown. */
const weighed = { weight: z.nullable(z.number()), weightSource: z.nullable(weightSource) }

export const packagePhoto = z.object({
  id,
  caption: z.nullable(z.string()),
  ...weighed,
  createdAt: instant,
  createdBy: z.object({ fullName: z.string() }),
  version: z.number(),
})
export type PackagePhoto = z.infer<typeof packagePhoto>

/** Oldest first. Full-size photos are kept `keptDays` after the hand-over. */
export const packagePhotos = z.object({ ...weighed, keptDays: z.number(), photos: z.array(packagePhoto) })
export type PackagePhotos = z.infer<typeof packagePhotos>

const caption = optionalText(120)

export const packagePhotoDraft = z.object({ photo, caption })

export const photoCaptionDraft = z.object({ caption, version })
export type PhotoCaptionDraft = z.infer<typeof photoCaptionDraft>

const onePhoto = z.object({ id, photoId: id })

export const packagePhotoEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/packages/:id/photos',
    who: 'packages.read',
    summary: 'The photos of a package, the oldest first, and what it weighs now',
    params: oneRow,
    reply: dataReply(packagePhotos),
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/packages/:id/photos/:photoId',
    who: 'packages.read',
    summary: 'The picture of a photo; some time after the hand-over, as the company says, there is only the small one',
    params: onePhoto,
    query: z.object({ size: z.optional(z.enum(['small', 'whole'], { error: 'Tamaño no válido' })) }),
    file: 'image/webp',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/packages/:id/photos',
    who: 'packages.write',
    summary: 'Add a photo to a package, which has at most four',
    params: oneRow,
    body: packagePhotoDraft,
    reply: dataReply(packagePhoto),
    status: 201,
    idempotent: true,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/packages/:id/photos/:photoId',
    who: 'packages.write',
    summary: 'Change the caption of a photo',
    params: onePhoto,
    body: photoCaptionDraft,
    reply: dataReply(packagePhoto),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/packages/:id/photos/:photoId',
    who: 'packages.write',
    summary: 'Take a photo off a package; after the hand-over admins alone',
    params: onePhoto,
    reply: emptyReply,
  }),
}
