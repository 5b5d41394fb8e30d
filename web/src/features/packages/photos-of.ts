import { read } from '../../lib/api.ts'

/** The call for the photos of a package. */
export const photosOf = (id: string) => ({
  ...read('GET /api/packages/:id/photos', { params: { id } }),
  meta: { failed: 'Error al cargar las fotos' },
})
