import { printsAfterSaving } from '../../devices/printer/label-way.ts'
import { toastError } from '../../ui/feedback/toast.tsx'

/** One promise for all labels: of two loads of the same code the later one may end first, and the labels would leave their order. */
let printing: Promise<typeof import('./print-after-saving.ts')> | undefined

/** Prints the label of a package that was just saved, where this device does so by itself; the code comes when it is needed. */
export function labelSaved(packageId: string): void {
  if (!printsAfterSaving()) return
  printing ??= import('./print-after-saving.ts')
  printing.then(
    (module) => module.printSaved(packageId),
    () => {
      printing = undefined
      toastError('Error al imprimir las etiquetas')
    },
  )
}
