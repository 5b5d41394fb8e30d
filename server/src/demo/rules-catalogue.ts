import type { chargeDraft } from '@casillero/shared/contract/charges'
import type { tariffDraft } from '@casillero/shared/contract/tariffs'
import type * as z from 'zod/mini'

/** Tariffs that price by volume, by steps, by weight breaks, by the cubic foot and by the piece. */
export const tariffs = {
  air: {
    name: 'Aéreo',
    type: 'aereo',
    pricePerPound: 5.5,
    minimumPounds: 1,
    roundUpTo: 1,
    roundingGrace: 0.1,
    volumetricDivisor: 166,
    isDefault: true,
  },
  wholesale: {
    name: 'Aéreo por tramos',
    type: 'aereo',
    pricePerPound: 5.5,
    roundUpTo: 0.5,
    tiers: [
      { from: 20, price: 5 },
      { from: 50, price: 4.5 },
    ],
  },
  phone: { name: 'Celular', type: 'aereo', unit: 'piece', pricePerPound: 25 },
  sea: { name: 'Marítimo por volumen', type: 'maritimo', unit: 'cubic_foot', pricePerPound: 28, isDefault: true },
} satisfies Record<string, z.input<typeof tariffDraft>>

export const charges = {
  handling: { name: 'Manejo', kind: 'per_package', price: 1.5, isAutomatic: true },
  fuel: { name: 'Combustible', kind: 'per_pound', price: 0.15, isAutomatic: true, shippingMethod: 'aereo' },
  insurance: {
    name: 'Seguro',
    kind: 'percent_of_value',
    price: 3,
    minimum: 2,
    isPerHundred: true,
    isAutomatic: true,
    valueFrom: 100,
    asksReason: true,
  },
  paperwork: { name: 'Trámite de aduana', kind: 'per_invoice', price: 10 },
  packing: { name: 'Empaque', kind: 'free' },
  duty: { name: 'Impuestos de aduana', kind: 'advance' },
  storage: {
    name: 'Almacenaje',
    kind: 'storage',
    price: 0.5,
    asksReason: true,
    storage: { freeDays: 7, maximum: 15, noticeDays: 2 },
  },
} satisfies Record<string, z.input<typeof chargeDraft>>

export type TariffName = keyof typeof tariffs
export type ChargeName = keyof typeof charges

/** A package: its client, tariff, pounds, what is in it, measures in inches and declared US$. */
type Box = {
  client: number
  tariff: TariffName
  weight: number
  contents: string
  measures?: [length: number, width: number, height: number]
  declaredValue?: number
  /** The days before today on which it was received and got ready; it is under way without the second. */
  days: [received: number, ready?: number]
}

export const boxes: readonly Box[] = [
  { client: 0, tariff: 'air', weight: 3.2, contents: 'Zapatos', measures: [12, 10, 8], days: [20, 12] },
  { client: 0, tariff: 'air', weight: 6.08, contents: 'Repuestos', measures: [9, 7, 6], days: [19, 12] },
  { client: 1, tariff: 'wholesale', weight: 19, contents: 'Ropa', measures: [18, 14, 12], days: [18, 11] },
  { client: 2, tariff: 'phone', weight: 1.1, contents: 'Celular', declaredValue: 480, days: [16, 10] },
  { client: 3, tariff: 'sea', weight: 38, contents: 'Bicicleta', measures: [40, 24, 9], days: [30, 9] },
  { client: 4, tariff: 'air', weight: 2.75, contents: 'Perfumes', declaredValue: 160, days: [15, 13] },
  { client: 4, tariff: 'air', weight: 0.4, contents: 'Lentes', measures: [7, 4, 3], days: [15, 13] },
  { client: 5, tariff: 'wholesale', weight: 52.4, contents: 'Mercadería', days: [14, 6] },
  { client: 6, tariff: 'air', weight: 4.4, contents: 'Juguetes', measures: [16, 12, 10], days: [12, 5] },
  { client: 6, tariff: 'phone', weight: 0.9, contents: 'Tableta', declaredValue: 250, days: [12, 5] },
  { client: 7, tariff: 'air', weight: 8.3, contents: 'Herramientas', declaredValue: 320, days: [9, 3] },
  { client: 7, tariff: 'sea', weight: 64, contents: 'Silla de bebé', measures: [30, 20, 18], days: [24, 3] },
  // Not measured yet, which its tariff needs.
  { client: 1, tariff: 'air', weight: 5.2, contents: 'Vitaminas', days: [6, 2] },
  { client: 2, tariff: 'sea', weight: 21, contents: 'Televisor', days: [5] },
  { client: 3, tariff: 'air', weight: 1.6, contents: 'Cables', measures: [8, 6, 2], days: [3] },
  { client: 5, tariff: 'phone', weight: 1.2, contents: 'Celular', declaredValue: 610, days: [2] },
]
/** The places of the packages of the invoices, in the order in which they are made. */
export const sold = { volume: [0, 1], breaks: [2], phone: [3], sea: [4], perfumes: [5, 6], toys: [8, 9] }
