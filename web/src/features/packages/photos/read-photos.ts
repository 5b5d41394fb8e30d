import { read } from '../../../lib/api.ts'

export const readPhotos = (id: string) => ({
  ...read('GET /api/packages/:id/photos', { params: { id } }),
  meta: { failed: 'Error al cargar las fotos' },
})
