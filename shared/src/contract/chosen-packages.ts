import * as z from 'zod/mini'
import { id } from './schema.ts'

export const chosenPackages = z
  .array(id)
  .check(
    z.minLength(1, { error: 'Elija al menos un paquete' }),
    z.maxLength(500, { error: 'Elija como máximo 500 paquetes' }),
  )
