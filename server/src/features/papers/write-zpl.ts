import type { Part, Sheet } from './label-layout.ts'

/** Where a printer would read a command, or has another letter. */
function fieldData(text: string): string {
  const isPlain = (byte: number) =>
    byte >= 0x20 && byte < 0x7f && !['^', '~', '_', '\\'].includes(String.fromCharCode(byte))
  return [...Buffer.from(text)]
    .map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : `_${byte.toString(16).toUpperCase().padStart(2, '0')}`))
    .join('')
}

/** The printer has no glyphs, so the bar of the method has its word alone. */
function writePart(part: Part): string {
  const at = `^FO${part.x},${part.y}`
  switch (part.kind) {
    // The printer's letters stand at the top of their line, those of the layout below their accents.
    case 'text':
      return `^FO${part.x},${part.y + Math.round(part.size * 0.18)}${part.white ? '^FR' : ''}^A0N,${part.size},${Math.round(part.size * 0.92)}^FH^FD${fieldData(part.text)}^FS\n`
    case 'block':
      return `${at}^GB${part.width},${part.height},${Math.min(part.width, part.height)}^FS\n`
    case 'frame':
      return `${at}^GB${part.width},${part.height},${part.thickness}^FS\n`
    case 'glyph':
      return ''
    case 'code128':
      return `${at}^BY${part.module}^BCN,${part.height},N,N,N^FD${part.code}^FS\n`
    case 'qr':
      return `${at}^BQN,2,${part.module}^FDHA,${part.code}^FS\n`
  }
}

/** ZPL II in UTF-8. docs/product/papers.md, "Labels". */
export function writeZpl({ width, height, parts }: Sheet): string {
  return `^XA\n^CI28\n^PW${width}\n^LL${height}\n^LH0,0\n${parts.map(writePart).join('')}^XZ\n`
}
