import { typedCode } from './typed-code.ts'

/** `="…"`, quotes, and the apostrophe that turns a cell into text. */
const sheetMarks = /^=?\s*["“”«»]+(.*?)["“”«»]+$|^['‘’`=](?=[^=])(.+?)'?$/

const isCode = (text: string): boolean => /^(?=.*\d)[A-Z\d](?:[A-Z\d .,/-]*[A-Z\d.,])?$/.test(text)

/** Upper case, without the marks of a spreadsheet. docs/product/packages.md, "Codes". */
export function plainCode(text: string): string {
  const typed = typedCode(text)
  let code = typed
  for (let found = sheetMarks.exec(code); found; found = sheetMarks.exec(code))
    code = typedCode(found[1] ?? found[2] ?? '')
  return isCode(code) ? code : typed
}

/** Such as `9.40011E+21`. */
const shortened = /(?<![A-Z\d.,])[+-]?(\d+)(?:[.,](\d+)E\+?|E\+)(\d+)(?![A-Z\d])/gi

function expand(whole: string, first: string, rest: string | undefined, power: string): string {
  const [digits, count] = [first + (rest ?? ''), Number(power) + first.length]
  return digits.length >= count && count >= 10 && /^0*$/.test(digits.slice(count)) ? digits.slice(0, count) : whole
}

/** True if digits are lost: `9.4E+21`. */
export const isShortened = (text: string): boolean =>
  [...text.matchAll(shortened)].some(
    ([whole, first = '', rest, power = '']) => expand(whole, first, rest, power) === whole,
  )

/** `9,400,111`: with at least three groups, it is not a price. */
const thousands = /(?<![A-Z\d.,'’$€])\d{1,3}([.,'’])\d{3}(?:\1\d{3}){2,}(?![A-Z\d])/g
const decimals = /(?<![A-Z\d.,$€])(\d{5,})[.,]0{1,2}(?![A-Z\d]|[.,]\d)/g
/** GS1 identifiers as printed on labels: routing, carrier number, unit number. */
const gs1 = /\((420|9\d|00)\)\s*(?=\d)/g

/** Returns upper case and undoes the formats of spreadsheets and printed labels. */
export const plainDigits = (code: string): string =>
  code
    .replace(shortened, expand)
    .replace(thousands, (number) => number.replace(/\D/g, ''))
    .replace(decimals, '$1')
    .replace(gs1, ' $1')

const parseWords = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

const trackingWords = parseWords(
  `TRACKING TRACKINGS TRACK TRK TRACKNUM GUIA GUIAS RASTREO SEGUIMIENTO WAYBILL AWB TN SHIPMENT ENVIO PAQUETE PAQUETES PACKAGE PKG
  UPS USPS FEDEX FDX FED EX DHL AMAZON AMZ AMZL ONTRAC LASERSHIP SMARTPOST UNIUNI YUNEXPRESS CAINIAO SPEEDX GOFO VEHO CORREO CORREOS`,
)
const otherWords = parseWords(
  `ORDEN ORDENES ORDER ORDERS PEDIDO PEDIDOS FACTURA INVOICE INV PO RECIBO TEL TELEFONO CEL CELULAR MOVIL PHONE WHATSAPP CEDULA RUC
  PASAPORTE REF REFERENCIA CUENTA ACCOUNT DEPOSITO TRANSFERENCIA MONTO PRECIO VALOR TOTAL FECHA SKU UPC ASIN`,
)
const fillers = parseWords(
  `NUMBER NUMBERS NUM NUMERO NUMEROS NO NOS NRO NR CODIGO CODE ID BARCODE ETIQUETA LABEL MI MIS EL LA LOS ES SON DE DEL MY IS THE SU ESTE
  ESTA ESTOS THIS LOGISTICS EXPRESS GROUND PRIORITY FIRST CLASS MAIL ADVANTAGE POSTAL SERVICE ECOMMERCE CARRIER VIA POR`,
)

/** Returns `other` for another number, such as an order's or a phone; undefined for any other word. Expects upper case. */
export function readWord(word: string): 'tracking' | 'other' | 'nothing' | undefined {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
  if (trackingWords.has(plain)) return 'tracking'
  if (otherWords.has(plain)) return 'other'
  return fillers.has(plain) ? 'nothing' : undefined
}

export const gluedLabel = /^(?:(?:TRACKING|GUIA|GUÍA|NO|NRO|USPS|UPS|FEDEX|DHL|AMAZON)-?|C[0-4](?=\d{20}))(?=[A-Z\d])/
