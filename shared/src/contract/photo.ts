import * as z from 'zod/mini'

const photoError = { error: 'La foto debe ser una imagen PNG, JPEG o WebP' }

/** Its base64 form leaves room for the other fields of the call. */
export const maxSentPhotoBytes = 180 * 1024

/** A PNG, JPEG or WebP in base64 as a `data:` address. */
export const photo = z
  .string(photoError)
  .check(
    z.maxLength(32 + (maxSentPhotoBytes / 3) * 4, { error: 'La foto es muy grande', abort: true }),
    z.regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, photoError),
  )
