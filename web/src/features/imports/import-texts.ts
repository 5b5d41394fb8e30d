import type { ImportLoad } from '@casillero/shared/contract/imports'
import type { ImportKind } from '@casillero/shared/domain/import-fields'

/** The list where each kind's rows appear. */
export const lists: Record<ImportKind, { to: string; label: string }> = {
  clients: { to: '/clients', label: 'Clientes' },
  packages: { to: '/paquetes', label: 'Paquetes' },
  statuses: { to: '/paquetes', label: 'Paquetes' },
  tariffs: { to: '/tarifas', label: 'Tarifas' },
  charges: { to: '/paquetes', label: 'Paquetes' },
  prealerts: { to: '/prealertas', label: 'Prealertas' },
}

const count = (number: number): string => number.toLocaleString('es-NI')

export const plural = (number: number, one: string, many: string): string =>
  `${count(number)} ${number === 1 ? one : many}`

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** Counts hidden rows only if they were chosen. */
export const rowsTaken = ({ rowCount, hiddenRows, withHidden }: ImportLoad): number =>
  rowCount - (withHidden ? 0 : hiddenRows)

export function fileFacts({ sheetName, isCsv, rowCount, columns, fileSize }: ImportLoad): string {
  const sheet = sheetName === null || isCsv ? [] : [`Hoja «${sheetName}»`]
  return [
    ...sheet,
    plural(rowCount, 'fila', 'filas'),
    plural(columns.length, 'columna', 'columnas'),
    sizeText(fileSize),
  ].join(' · ')
}

/** Tells which rows will not change. */
export function untouched({ counts }: ImportLoad): string {
  const parts = [
    ...(counts.error > 0 ? [`${plural(counts.error, 'fila', 'filas')} con error`] : []),
    ...(counts.same > 0 ? [plural(counts.same, 'igual', 'iguales')] : []),
  ]
  if (parts.length === 0) return ''
  return `${parts.join(' y ')} no se ${counts.error + counts.same === 1 ? 'importa' : 'importan'}`
}

export function resultText({ status, result, counts, kind, failure }: ImportLoad): string {
  if (status === 'mapping' || status === 'preview') return 'Sin importar'
  if (status === 'failed') return failure ?? 'No se importó'
  const isFemale = kind === 'tariffs'
  const parts = [
    ...(result.new > 0 ? [plural(result.new, isFemale ? 'nueva' : 'nuevo', isFemale ? 'nuevas' : 'nuevos')] : []),
    ...(result.updated > 0
      ? [plural(result.updated, isFemale ? 'actualizada' : 'actualizado', isFemale ? 'actualizadas' : 'actualizados')]
      : []),
    ...(counts.error + result.refused > 0 ? [`${count(counts.error + result.refused)} con error`] : []),
  ]
  return parts.length === 0 ? 'Nada cambió' : parts.join(' · ')
}
