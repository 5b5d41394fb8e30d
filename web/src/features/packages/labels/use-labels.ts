import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PrinterProblem } from '../../../devices/printer/printer-problem.ts'
import { describeError } from '../../../lib/api.ts'
import { printLabels } from './print-labels.ts'

/** docs/product/devices.md, "Label printer". */
export function useLabels(names: readonly string[], onDone: () => void) {
  const [left, setLeft] = useState(names)
  const { mutate, isPending, error } = useMutation({
    mutationFn: printLabels,
    onSuccess: onDone,
    onError: (failure, tried) => {
      if (failure instanceof PrinterProblem) setLeft(tried.slice(failure.sent))
    },
  })
  const print = () => {
    if (!isPending) mutate(left)
  }
  return { left, problem: error === null ? undefined : labelProblem(error), print, isPrinting: isPending }
}

export const labelProblem = (error: unknown): string =>
  error instanceof PrinterProblem ? error.message : describeError(error, 'Error al imprimir las etiquetas')
