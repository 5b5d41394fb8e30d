import { decimal } from '@casillero/shared/contract/schema'
import { maxAmount } from '@casillero/shared/domain/max-amount'
import { readMeasures } from '@casillero/shared/domain/read-measures'
import { readDollars, readNumber } from '@casillero/shared/domain/read-number'
import { readWeight } from '@casillero/shared/domain/read-weight'
import type { Asked, Purchase } from './estimate-price.ts'

/** In the address; `tarifa` and what is pressed stand beside them. */
export const fieldNames = ['peso', 'unidad', 'largo', 'ancho', 'alto', 'medida', 'valor', 'piezas'] as const
export type FieldName = (typeof fieldNames)[number]

export type Typed = Readonly<Record<FieldName, string>>
export type Faults = Partial<Record<FieldName, string>>

const longest = 40
export const mostPieces = 20

const isWeight = decimal({ min: 0.01, max: 9_999.99, decimals: 2, error: '' })
const isSide = decimal({ min: 0.1, max: 600, decimals: 1, error: '' })
const isValue = decimal({ min: 0, max: maxAmount, decimals: 2, error: '' })

export function readText(query: Readonly<Record<string, unknown>>, name: string): string {
  const text = query[name]
  return typeof text === 'string' ? text.trim().slice(0, longest) : ''
}

export const readTyped = (query: Readonly<Record<string, unknown>>): Typed => {
  const read = (name: FieldName) => readText(query, name)
  return {
    peso: read('peso'),
    unidad: read('unidad') === 'kg' ? 'kg' : 'lb',
    largo: read('largo'),
    ancho: read('ancho'),
    alto: read('alto'),
    medida: read('medida') === 'cm' ? 'cm' : 'in',
    valor: read('valor'),
    piezas: read('piezas'),
  }
}

function readSides(typed: Typed, isNeeded: boolean) {
  const sides = [typed.largo, typed.ancho, typed.alto].filter((side) => side !== '')
  if (sides.length === 0 && !isNeeded) return null
  const measures = readMeasures(sides.join(' x '), typed.medida === 'cm' ? 'cm' : 'in')
  const isWhole = measures !== undefined && Object.values(measures).every((side) => isSide.safeParse(side).success)
  return isWhole ? measures : undefined
}

/** A price needs a weight also where it does not depend on it. */
const anyWeight = 1

/** Reads the fields that are asked for, each as the forms of staff do. */
export function readPurchase(typed: Typed, asked: Asked): { purchase: Purchase } | { faults: Faults } {
  const weight = asked.weight ? readWeight(typed.peso, typed.unidad === 'kg' ? 'kg' : 'lb') : anyWeight
  const measures = asked.measures === 'none' ? null : readSides(typed, asked.measures === 'needed')
  const value = asked.value ? readDollars(typed.valor) : null
  const pieces = asked.pieces ? (typed.piezas === '' ? 1 : readNumber(typed.piezas)) : 1
  const isGiven = weight !== undefined && isWeight.safeParse(weight).success
  const isValued = value === null || (value !== undefined && isValue.safeParse(value).success)
  const isCounted = pieces !== undefined && Number.isInteger(pieces) && pieces >= 1 && pieces <= mostPieces
  if (isGiven && measures !== undefined && isValued && isCounted)
    return { purchase: { weight, measures, declaredValue: value, pieces } }
  return {
    faults: {
      ...(isGiven ? {} : { peso: 'Ingrese un peso mayor a 0, como 2.5' }),
      ...(measures === undefined ? { largo: 'Faltan medidas: largo × ancho × alto' } : {}),
      ...(isValued ? {} : { valor: 'Ingrese un valor válido, en dólares' }),
      ...(isCounted ? {} : { piezas: `Ingrese de 1 a ${mostPieces} piezas` }),
    },
  }
}
