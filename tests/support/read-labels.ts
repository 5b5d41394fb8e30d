import { PDFiumLibrary } from '@hyzyla/pdfium'
import { scanGrayBuffer, ZBarSymbolType } from '@undecaf/zbar-wasm'

const dotsPerInch = 203

type Picture = { data: Uint8Array; width: number; height: number }

/** Prints a PDF as a printer with 203 dots to the inch does: each page in levels of grey, a byte a dot. */
export async function renderPages(pdf: Buffer): Promise<Picture[]> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const pictures: Picture[] = []
    for (const page of document.pages()) {
      const { data, width, height } = await page.render({
        scale: dotsPerInch / 72,
        render: 'bitmap',
        colorSpace: 'Gray',
      })
      pictures.push({ data: Uint8Array.from(data), width, height })
    }
    document.destroy()
    return pictures
  } finally {
    library.destroy()
  }
}

/** What a label's two barcodes say; null where one cannot be read. */
type ReadLabel = { bars: string | null; qr: string | null }

/** Prints labels and reads their barcodes back with zbar, which had no part in making them, in the order of the pages. */
export async function readLabels(pdf: Buffer): Promise<ReadLabel[]> {
  const read: ReadLabel[] = []
  for (const { data, width, height } of await renderPages(pdf)) {
    const symbols = await scanGrayBuffer(Uint8Array.from(data).buffer, width, height)
    const textOf = (type: ZBarSymbolType) => symbols.find((symbol) => symbol.type === type)?.decode() ?? null
    read.push({ bars: textOf(ZBarSymbolType.ZBAR_CODE128), qr: textOf(ZBarSymbolType.ZBAR_QRCODE) })
  }
  return read
}
