import { printsAfterSaving } from '../../../devices/printer/label-way.ts'
import { ApiError } from '../../../lib/api.ts'
import { toastSuccess } from '../../../ui/feedback/toast.tsx'
import { toastAction } from '../../../ui/feedback/toast-action.tsx'
import { printLabels } from './print-labels.ts'
import { labelProblem } from './use-labels.ts'

const toast = 'labels that wait'

/** Package ids, in the order of saving. */
let waiting: readonly string[] = []
let isPrinting = false
let isOffered = false

/** The toast stays until printed or closed; closing keeps the labels waiting. */
function offerAgain(problem: string): void {
  const things = waiting.length === 1 ? '1 etiqueta sin imprimir' : `${waiting.length} etiquetas sin imprimir`
  isOffered = true
  toastAction(`${things}: ${problem}`, {
    label: 'Imprimir',
    type: 'error',
    ms: Number.POSITIVE_INFINITY,
    replaces: toast,
    run: () => void printWaiting(),
  })
}

/** A deleted package needs no label. */
async function printOne(id: string): Promise<void> {
  try {
    await printLabels([id])
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

async function printWaiting(): Promise<void> {
  if (isPrinting) return
  isPrinting = true
  try {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      await printOne(next)
      waiting = waiting.slice(1)
    }
    if (isOffered) toastSuccess('Etiquetas impresas', { replaces: toast })
    isOffered = false
  } catch (error) {
    offerAgain(labelProblem(error))
  } finally {
    isPrinting = false
  }
}

/**
 * Prints the label of a saved package after those still waiting, if this device prints automatically.
 * docs/product/devices.md, "Label printer".
 */
export function labelSaved(packageId: string): void {
  if (!printsAfterSaving()) return
  waiting = [...waiting, packageId]
  void printWaiting()
}
