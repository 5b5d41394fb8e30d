import * as z from 'zod/mini'
import { readLabelCode } from '../domain/label-code.ts'
import { optionalText } from './schema.ts'

export const labelCode = z.pipe(
  optionalText(40),
  z.nullable(
    z.pipe(
      z
        .string()
        .check(z.refine((code) => readLabelCode(code) !== null, { error: 'El código de la etiqueta no es válido' })),
      z.transform((code: string) => readLabelCode(code) ?? code),
    ),
  ),
)
