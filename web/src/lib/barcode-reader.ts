/** Of the picture of this moment. */
export type BarcodeReader = (video: HTMLVideoElement) => Promise<string[]>

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** Those of our labels, of carriers and shops. */
const formats = ['code_128', 'qr_code', 'code_39', 'itf', 'ean_13', 'upc_a', 'data_matrix', 'pdf417']
const needed = ['code_128', 'qr_code']

/** docs/product/lists-and-forms.md, "Camera". */
export async function openBarcodeReader(): Promise<BarcodeReader> {
  // The types of the browser do not know it yet.
  const BarcodeDetector: DetectorClass | undefined = Reflect.get(window, 'BarcodeDetector')
  const supported = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (BarcodeDetector !== undefined && needed.every((format) => supported.includes(format))) {
    const detector = new BarcodeDetector({ formats: formats.filter((format) => supported.includes(format)) })
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue)
  }
  const { openKeptReader } = await import('./kept-barcode-reader.ts')
  return await openKeptReader()
}
