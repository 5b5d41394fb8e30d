/** Reads the codes in the current picture. */
export type BarcodeReader = (video: HTMLVideoElement) => Promise<string[]>

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** Formats used by our labels, carriers and shops. */
const formats = ['code_128', 'qr_code', 'code_39', 'itf', 'ean_13', 'upc_a', 'data_matrix', 'pdf417']
const needed = ['code_128', 'qr_code']

/** docs/product/lists-and-forms.md, "Camera". */
export async function openBarcodeReader(): Promise<BarcodeReader> {
  // TypeScript's browser types lack it.
  const BarcodeDetector: DetectorClass | undefined = Reflect.get(window, 'BarcodeDetector')
  const supported = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (BarcodeDetector !== undefined && needed.every((format) => supported.includes(format))) {
    const detector = new BarcodeDetector({ formats: formats.filter((format) => supported.includes(format)) })
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue)
  }
  const { openKeptReader } = await import('./kept-barcode-reader.ts')
  return await openKeptReader()
}
