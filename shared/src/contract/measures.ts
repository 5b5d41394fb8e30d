import * as z from 'zod/mini'
import { decimal } from './schema.ts'

const wholeError = 'Faltan medidas: largo × ancho × alto'

const inches = z.optional(z.nullable(decimal({ min: 0.1, max: 600, decimals: 1, error: wholeError })))

type MeasuresDraft = {
  length?: number | null | undefined
  width?: number | null | undefined
  height?: number | null | undefined
}

/** All three or none. If left out, they do not change; null removes them. */
export const measureFields = { length: inches, width: inches, height: inches }

export const areMeasuresWhole = ({ length, width, height }: MeasuresDraft): boolean =>
  [length ?? null, width ?? null, height ?? null].every((inch) => (inch === null) === ((length ?? null) === null))

export const measuresError = { path: ['length'], error: wholeError }
