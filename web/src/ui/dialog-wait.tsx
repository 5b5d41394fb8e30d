import { Spinner } from './spinner.tsx'

/** In the place of a dialog whose code or data is on its way: the page already steps back. */
export function DialogWait() {
  return (
    <div role="status" className="fixed inset-0 z-40 grid animate-late place-items-center bg-backdrop text-white">
      <Spinner size={24} />
      <span className="sr-only">Cargando...</span>
    </div>
  )
}
