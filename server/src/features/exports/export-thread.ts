import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { SheetCell } from '../papers/sheet-facts.ts'
import { openWorkbook } from '../papers/write-sheet.ts'
import type { ExportColumn, FileFormat, WriterMessage } from './export-column.ts'
import { csvHead, csvLine } from './write-csv.ts'

type Emit = (bytes: Uint8Array) => void

type FileWriter = {
  part(name: string, columns: readonly ExportColumn[]): void
  rows(rows: readonly (readonly SheetCell[])[]): void
  close(): void
}

/** Values come as PostgreSQL wrote them into the row's JSON array. */
function toCell({ kind, words }: ExportColumn, value: unknown): SheetCell {
  if (value === null || value === undefined) return null
  if (kind === 'text') return String(value)
  if (kind === 'word') return words?.[String(value)] ?? String(value)
  if (kind === 'yesNo') return value === true ? 'Sí' : 'No'
  if (kind === 'date') return { date: String(value) }
  if (kind === 'instant') return { instant: String(value) }
  if (kind === 'amount') return Number(value)
  return kind === 'whole' ? { whole: Number(value) } : { number: Number(value) }
}

/** Each row is the text of a JSON array. */
function readCells(columns: readonly ExportColumn[], row: string): SheetCell[] {
  const values: unknown = JSON.parse(row)
  return columns.map((column, index) => toCell(column, Array.isArray(values) ? values[index] : null))
}

const listHeads = (columns: readonly ExportColumn[]): string[] => columns.map(({ head }) => head)

function csvFile(emit: Emit): FileWriter {
  return {
    part: (_, columns) => emit(strToU8(csvHead(listHeads(columns)))),
    rows: (rows) => emit(strToU8(rows.map(csvLine).join(''))),
    close: () => {},
  }
}

/** Writes one CSV for each part. */
function zipFile(emit: Emit): FileWriter {
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    emit(bytes)
  })
  let open: ZipDeflate | undefined
  const endPart = () => open?.push(new Uint8Array(0), true)
  return {
    part(name, columns) {
      endPart()
      open = new ZipDeflate(`${name}.csv`, { level: 6 })
      zip.add(open)
      open.push(strToU8(csvHead(listHeads(columns))))
    },
    rows: (rows) => open?.push(strToU8(rows.map(csvLine).join(''))),
    close() {
      endPart()
      zip.end()
    },
  }
}

function excelFile(emit: Emit): FileWriter {
  const workbook = openWorkbook(emit)
  return {
    part: (name, columns) => workbook.sheet({ name, above: [], columns }),
    rows: (rows) => workbook.rows(rows),
    close: () => workbook.end(),
  }
}

const writers: Record<FileFormat, (emit: Emit) => FileWriter> = { xlsx: excelFile, csv: csvFile, zip: zipFile }

/** Copies the pieces into a buffer of their exact size, which can be transferred to another thread. */
function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}

/** Writes piece by piece and keeps no row. */
function createFileWriter(): (message: WriterMessage) => Uint8Array<ArrayBuffer> {
  let pieces: Uint8Array[] = []
  let columns: readonly ExportColumn[] = []
  let file: FileWriter | undefined
  return (message) => {
    pieces = []
    if ('open' in message) file = writers[message.open]((bytes) => pieces.push(bytes))
    else if ('part' in message) {
      columns = message.columns
      file?.part(message.part, columns)
    } else if ('rows' in message) file?.rows(message.rows.map((row) => readCells(columns, row)))
    else file?.close()
    return joined(pieces)
  }
}

// Lowers the thread's priority, so that calls come first. Only Linux sets it by thread.
if (process.platform === 'linux') setPriority(19)

const write = createFileWriter()

parentPort?.on('message', (message: WriterMessage) => {
  try {
    const content = write(message)
    parentPort?.postMessage({ content }, [content.buffer])
  } catch (failure) {
    parentPort?.postMessage({ failure })
  }
})
