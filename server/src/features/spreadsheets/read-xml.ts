import { StringDecoder } from 'node:string_decoder'
import { Parser } from 'htmlparser2'
import { type Archive, unpack } from './read-zip.ts'
import { FileRefusal } from './table.ts'

export type XmlHandlers = {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Ends the reading of a part of which enough is known. */
export const enough = Symbol('enough')

/** A sheet nests some ten elements; the parser keeps the names of all that are open, and compares them at each end. */
const maxDepth = 64

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads an XML part of an archive while it is unpacked. A part with a document type is refused: no spreadsheet writes one, and by it
 * entities could be declared that grow without end or name other files. So is one with more elements inside each other than any has.
 */
export async function readXml(archive: Archive, name: string, most: number, handlers: XmlHandlers): Promise<void> {
  let depth = 0
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        depth += 1
        if (depth > maxDepth) throw new FileRefusal('import_file_hostile')
        handlers.open?.(withoutPrefix(tag), attributes)
      },
      ontext: (text) => handlers.text?.(text),
      onclosetag(tag) {
        depth -= 1
        handlers.close?.(withoutPrefix(tag))
      },
      onprocessinginstruction(tag) {
        if (/^!doctype/i.test(tag)) throw new FileRefusal('import_file_hostile')
      },
      onerror(error) {
        throw error
      },
    },
    { xmlMode: true },
  )
  const decoder = new StringDecoder('utf8')
  try {
    for await (const piece of unpack(archive, name, most)) parser.write(decoder.write(piece))
    parser.end(decoder.end())
  } catch (error) {
    if (error !== enough) throw error
  }
}
