import { read } from '../../lib/api.ts'

/** Gives the call for the photos of a package. */
export const readPhotos = (id: string) => ({
  ...read('GET /api/packages/:id/photos', { params: { id } }),
  meta: { failed: 'Error al cargar las fotos' },
})
