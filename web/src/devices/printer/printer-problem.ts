/** Says why labels did not print, and how many did before. */
export class PrinterProblem extends Error {
  readonly sent: number
  constructor(sentence: string, sent = 0) {
    super(sentence)
    this.sent = sent
  }
}

export type PrinterLine = {
  /** Resolves when the printer has taken all bytes. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** The time in milliseconds that a working printer may take for this many bytes. */
  limitOf(bytes: number): number
  close(): Promise<void>
}

export const sentences = {
  unchosen: 'Elija la impresora de este dispositivo',
  absent: 'La impresora no está conectada',
  busy: 'Otra pestaña u otro programa usa la impresora',
  cut: 'La impresora se desconectó mientras imprimía',
  silent: 'La impresora no recibe datos; revise que esté encendida y con papel',
  noUsb: 'Este navegador no imprime por USB; use Chrome o Edge en una computadora',
  noSerial: 'Este navegador no imprime por puerto serie; use Chrome o Edge en una computadora',
} as const
