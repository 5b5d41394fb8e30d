import { printsAfterSaving } from '../../devices/printer/label-way.ts'
import { toastError } from '../../ui/feedback/toast.tsx'

/** Prints the label of a package that was just saved, where this device does so by itself; the code comes when it is needed. */
export function labelSaved(packageId: string): void {
  if (!printsAfterSaving()) return
  import('./print-after-saving.ts').then(
    (module) => module.printSaved(packageId),
    () => toastError('Error al imprimir las etiquetas'),
  )
}
