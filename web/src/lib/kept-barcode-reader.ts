import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import code from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { BarcodeReader } from './barcode-reader.ts'

/** Loads the reader from the app's own origin (decision 013). */
export async function openKeptReader(): Promise<BarcodeReader> {
  await prepareZXingModule({ overrides: { locateFile: () => code }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    if (drawing === null || video.videoWidth === 0) return []
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    drawing.drawImage(video, 0, 0)
    const picture = drawing.getImageData(0, 0, canvas.width, canvas.height)
    const found = await readBarcodes(picture, {
      formats: ['Code128', 'QRCode', 'Code39', 'ITF', 'EAN13', 'UPCA', 'DataMatrix', 'PDF417'],
      tryHarder: true,
      maxNumberOfSymbols: 4,
    })
    return found.map(({ text }) => text)
  }
}
