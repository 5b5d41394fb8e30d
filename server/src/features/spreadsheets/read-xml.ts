import { StringDecoder } from 'node:string_decoder'
import { Parser } from 'htmlparser2'
import { type Archive, unpack } from './read-zip.ts'
import { FileRefusal } from './table.ts'

export type XmlHandlers = {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Enough is known of the part. */
export const enough = Symbol('enough')

/** The parser compares the names of all open elements at each end; a sheet nests some ten. */
const maxDepth = 64

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * While it is unpacked. A document type is refused: entities declared by it could grow without end or name other files. So are more
 * elements inside each other than any sheet has.
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
