import { type ReactNode, Suspense } from 'react'
import { Spinner } from './spinner.tsx'

/** Where a page puts its dialogs: while their code is on its way the page already steps back. */
export function DialogSlot({ children }: { children: ReactNode }) {
  return <Suspense fallback={<DialogWait />}>{children}</Suspense>
}

/** In the place of a dialog whose code or data is on its way. */
export function DialogWait() {
  return (
    <div role="status" className="fixed inset-0 z-40 grid animate-late place-items-center bg-backdrop text-white">
      <Spinner size={24} />
      <span className="sr-only">Cargando...</span>
    </div>
  )
}
