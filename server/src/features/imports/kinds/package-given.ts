import type { PackageDraft } from '@casillero/shared/contract/packages'
import { readMethod } from '@casillero/shared/domain/import-values'
import { formatMeasures } from '@casillero/shared/domain/price-arithmetic'
import {
  findLengthUnit,
  readLength,
  readLengthUnit,
  readMeasures,
  refuseUnit,
} from '@casillero/shared/domain/read-measures'
import { readDollars } from '@casillero/shared/domain/read-number'
import { findWeightUnit, readWeight, readWeightUnit } from '@casillero/shared/domain/read-weight'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import type { KeptPackage } from '../../packages/save/kept-package.ts'
import { closedStatus } from '../columns/named-statuses.ts'
import type { FoundClient } from './find-clients.ts'
import { buildProblem, describeDollars, type FileRow, type Problem, readPast } from './kind.ts'
import type { PackageLookups } from './package-lookups.ts'
import { readOwner } from './package-owner.ts'

export type GivenPackage = Partial<
  Omit<PackageDraft, 'discountType' | 'discountValue' | 'shouldNotifyStorage' | 'version'>
>

/** `receivedAt` is null if the file has none. */
export type PackagePlan = ({ draft: PackageDraft; receivedAt: string | null } | { given: GivenPackage }) & {
  /** The shipment that the package is added to. */
  shipmentId?: string
}

const problem = (field: string, message: string): Problem => buildProblem('packages', field, message)

/** Returns none for an empty cell. */
export const readTrackings = (text: string): string[] => (text === '' ? [] : [readTracking(text).tracking])

/** Ignores how people group the number. */
const plain = (text: string): string => text.replace(/[^\p{L}\d]/gu, '').toUpperCase()

const plainTexts = ['description', 'contents', 'provider', 'clientPackageName', 'comments'] as const

/** Holds what of the row can be understood. */
export type Given = { given: GivenPackage; client: FoundClient | null; receivedAt: Date | null; notes: string[] }

/** The unit of the weight or of the measures. */
const unitGiven = (row: FileRow) => ({
  weight: readWeightUnit(row.text('unit')),
  length: readLengthUnit(row.text('unit')),
})

function weightGiven(row: FileRow, problems: Problem[]): GivenPackage {
  const said = unitGiven(row)
  if (row.text('unit') !== '' && !said.weight && !said.length)
    problems.push(problem('unit', `«${row.text('unit')}» no es una unidad: lb, kg, oz, g, pulg o cm`))
  for (const [field, usual] of [
    ['weight', 'lb'],
    ['weightKg', 'kg'],
  ] as const) {
    const text = row.text(field)
    if (text === '') continue
    const unit = said.weight ?? findWeightUnit(row.heading(field)) ?? usual
    const weight = readWeight(text, unit, row.decimal(field))
    if (weight !== undefined) return { weight }
    problems.push(problem(field, `«${text}» no es un número`))
  }
  return {}
}

const sides = ['length', 'width', 'height'] as const

/** Three sides that are empty or 0 mean no measures. */
function measuresGiven(row: FileRow, problems: Problem[], notes: string[]): GivenPackage {
  const findUnit = (field: string) => unitGiven(row).length ?? findLengthUnit(row.heading(field)) ?? 'in'
  const text = row.text('measures')
  if (text !== '') {
    const unit = findUnit('measures')
    const measures = readMeasures(text, unit)
    if (measures === undefined)
      problems.push(problem('measures', refuseUnit(text) ?? `«${text}» no son largo × ancho × alto`))
    else if (unit !== 'in' || /[^\d.,\sx×*]/i.test(text))
      notes.push(`«${text}» se leyó ${formatMeasures(measures)} pulg`)
    return measures ?? {}
  }
  const given: GivenPackage = {}
  for (const side of sides) {
    const typed = row.text(side)
    if (typed === '') continue
    const inches = readLength(typed, findUnit(side), row.decimal(side))
    if (inches === undefined) problems.push(problem(side, refuseUnit(typed) ?? `«${typed}» no es un número`))
    else if (inches !== 0) given[side] = inches
  }
  return given
}

function valueGiven(row: FileRow, problems: Problem[]): GivenPackage {
  const text = row.text('declaredValue')
  const declaredValue = readDollars(text, row.decimal('declaredValue'))
  if (declaredValue !== undefined) return { declaredValue }
  if (text !== '') problems.push(problem('declaredValue', describeDollars(text, 'no es un número')))
  return {}
}

function receivedGiven(row: FileRow, lookups: PackageLookups, problems: Problem[]): Date | null {
  return readPast(row, 'receivedAt', lookups.today, (message) => problems.push(problem('receivedAt', message)))
}

function namesGiven(
  row: FileRow,
  lookups: PackageLookups,
  problems: Problem[],
  known: KeptPackage | undefined,
): GivenPackage {
  const [method, status, tariff] = [row.text('shippingMethod'), row.text('status'), row.text('tariff')]
  const given: GivenPackage = {}
  const shippingMethod = readMethod(method)
  if (shippingMethod) given.shippingMethod = shippingMethod
  else if (method !== '') problems.push(problem('shippingMethod', `«${method}» no es aéreo ni marítimo`))
  const found = lookups.status(status)
  if (found?.isClosed && found.id !== known?.statusId) problems.push(problem('status', closedStatus.cell))
  else if (found) given.statusId = found.id
  else if (status !== '') problems.push(problem('status', `no hay un estado «${status}»`))
  const chosen = lookups.tariff(tariff, shippingMethod ?? known?.shippingMethod, known?.tariffId)
  if (chosen) given.tariffId = chosen
  else if (tariff !== '')
    problems.push(problem('tariff', `no hay una tarifa vigente «${lookups.tariffName(tariff)}» de ese método`))
  return given
}

/** Reports what cannot be understood as a problem of its field. */
export function readGiven(
  row: FileRow,
  lookups: PackageLookups,
  problems: Problem[],
  known: KeptPackage | undefined,
): Given {
  const notes: string[] = []
  for (const field of ['tracking', 'warehouseTracking']) {
    const [number] = row.trackings(field)
    if (number !== undefined && plain(number) !== plain(row.text(field)))
      notes.push(`«${row.text(field)}» se leyó ${number}`)
  }
  const texts = Object.fromEntries(
    [...plainTexts, 'tracking', 'warehouseTracking']
      .map((field) => [field, row.text(field)])
      .filter(([, text]) => text !== ''),
  )
  const { client, label } = readOwner(row, lookups, problems, notes)
  const given = {
    ...texts,
    // An uncertain owner's name becomes the label of a package without an owner.
    ...(label === null || known?.clientId != null ? {} : { clientPackageName: label }),
    ...weightGiven(row, problems),
    ...measuresGiven(row, problems, notes),
    ...valueGiven(row, problems),
    ...namesGiven(row, lookups, problems, known),
    ...(client ? { clientId: client.id } : {}),
  }
  return { given, client, receivedAt: receivedGiven(row, lookups, problems), notes }
}
