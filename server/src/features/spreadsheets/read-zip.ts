import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { FileRefusal } from './table.ts'

const longLocatorSignature = 0x07064b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const longestEnd = 22 + 65_535
const maxEntries = 2_000

type Entry = { method: number; isEncrypted: boolean; packed: number; at: number }

/** Entries by their names in the archive's directory, in lower case: writers differ in it. */
export type Archive = { content: Buffer; entries: Map<string, Entry> }

const broken = () => new FileRefusal('import_file_broken')

/** A file of 10 MB never needs 8 bytes, but some writers always use them. */
const readLong = (content: Buffer, at: number): number => {
  if (at < 0 || at + 8 > content.length) throw broken()
  return Number(content.readBigUInt64LE(at))
}

const isFull = (number: number): boolean => number === 0xffff_ffff

function findDirectory(content: Buffer, end: number): { count: number; at: number } {
  const locator = end - 20
  if (locator < 0 || content.readUInt32LE(locator) !== longLocatorSignature)
    return { count: content.readUInt16LE(end + 10), at: content.readUInt32LE(end + 16) }
  const longEnd = readLong(content, locator + 8)
  return { count: readLong(content, longEnd + 32), at: readLong(content, longEnd + 48) }
}

/** Sizes and place of an entry; those that are full stand in its extra field, in this order. */
function readPlaces(content: Buffer, entry: number): { packed: number; at: number } {
  const extra = entry + 46 + content.readUInt16LE(entry + 28)
  const last = Math.min(extra + content.readUInt16LE(entry + 30), content.length) - 4
  let long = extra
  while (long <= last && content.readUInt16LE(long) !== 1) long += 4 + content.readUInt16LE(long + 2)
  let next = long + 4
  const [, packed = 0, at = 0] = [24, 20, 42].map((field) => {
    const short = content.readUInt32LE(entry + field)
    if (!isFull(short)) return short
    if (long > last) throw broken()
    next += 8
    return readLong(content, next - 8)
  })
  return { packed, at }
}

/** Trusts the packed sizes only; unpacked bytes are counted. */
export function openArchive(content: Buffer): Archive {
  const end = content.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end < content.length - longestEnd || end + 22 > content.length) throw broken()
  const directory = findDirectory(content, end)
  const { count } = directory
  let { at } = directory
  if (count > maxEntries) throw broken()
  const entries = new Map<string, Entry>()
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== entrySignature) throw broken()
    const nameLength = content.readUInt16LE(at + 28)
    const name = content.toString('utf8', at + 46, at + 46 + nameLength)
    entries.set(name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase(), {
      method: content.readUInt16LE(at + 10),
      isEncrypted: (content.readUInt16LE(at + 8) & 1) === 1,
      ...readPlaces(content, at),
    })
    at += 46 + nameLength + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32)
  }
  return { content, entries }
}

function packedBytes(content: Buffer, { at, packed }: Entry): Buffer {
  if (at + 30 > content.length || content.readUInt32LE(at) !== localSignature) throw broken()
  const start = at + 30 + content.readUInt16LE(at + 26) + content.readUInt16LE(at + 28)
  if (start + packed > content.length) throw broken()
  return content.subarray(start, start + packed)
}

/** Unpacks piece by piece, so that a small archive of gigabytes takes no memory. Throws `import_file_unpacks` beyond `most` bytes. */
export async function* unpack({ content, entries }: Archive, name: string, most: number): AsyncGenerator<Buffer> {
  const entry = entries.get(name)
  if (!entry || entry.isEncrypted) throw broken()
  const bytes = packedBytes(content, entry)
  if (entry.method !== 0 && entry.method !== 8) throw broken()
  const pieces = entry.method === 0 ? [bytes] : Readable.from([bytes]).pipe(createInflateRaw({ chunkSize: 64 * 1024 }))
  let total = 0
  try {
    for await (const piece of pieces) {
      total += piece.length
      if (total > most) throw new FileRefusal('import_file_unpacks')
      yield piece
    }
  } catch (error) {
    throw error instanceof FileRefusal ? error : broken()
  }
}
