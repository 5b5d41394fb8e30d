import * as z from 'zod/mini'
import { idPattern } from '../domain/id-pattern.ts'
import { endpoint } from './endpoint.ts'

export const labelFormat = z.enum(['pdf', 'zpl'], { error: 'Elija PDF o ZPL' })
export type LabelFormat = z.infer<typeof labelFormat>

/** Inches, and a roll in mm. */
export const labelSize = z.enum(['4x6', 'small', '62'], { error: 'Elija un tamaño de etiqueta' })
export type LabelSize = z.infer<typeof labelSize>

const isNamed = (one: string): boolean => idPattern.test(one) || /^[1-9]\d{0,8}$/.test(one)

/** Also accepts numbers, which keep the address of five hundred labels short. */
const ids = z.pipe(
  z.string({ error: 'Elija al menos un paquete' }),
  z.pipe(
    z.transform((text: string) => [...new Set(text.split(',').filter((one) => one !== ''))]),
    z.array(z.string()).check(
      z.minLength(1, { error: 'Elija al menos un paquete' }),
      z.maxLength(500, { error: 'Elija como máximo 500 paquetes' }),
      z.refine((names: string[]) => names.every(isNamed), { error: 'Identificador no válido' }),
    ),
  ),
)

export const labelEndpoints = {
  labels: endpoint({
    method: 'GET',
    path: '/api/packages/labels',
    who: 'packages.read',
    summary: 'The labels of 1 to 500 packages, by id or number, one a page, as PDF or as ZPL',
    query: z.object({ ids, format: z._default(labelFormat, 'pdf'), size: z._default(labelSize, '4x6') }),
    file: 'application/pdf',
    otherFile: 'text/plain',
  }),
}
