import { endsInModulo10, endsInModulo11 } from './check-digit.ts'

const isAddress = (text: string): boolean =>
  /^(?:HTTPS?|WWW)[^A-Z\d]|:\/\/|^[A-Z\d-]+(?:\.[A-Z\d-]+)*\.[A-Z]{2,}[/?]/.test(text)

/** ISO 15434. UPS calls it MaxiCode, FedEx prints it as PDF417. */
export const isEnvelope = (text: string): boolean => text.startsWith('[)>')

/** In upper case: an address of a page, or a label's square barcode. */
export const isWrapped = (text: string): boolean => isEnvelope(text) || isAddress(text)

/** After the country the class of service, `1Z` with the last eight characters, after `UPSN` the shipper. */
const upsParts = /\d{3}\s*\d(\d\d)\s*1Z([A-Z\d]{8})\s*UPSN\s*([A-Z\d]{6})/g
/** Twelve digits, and the four of the form, before the name of the service. */
const fedExParts = /(\d{12})\s*\d{4}\s*FDE/g

const isUps = (code: string): boolean => /^1Z[A-Z\d]{15}\d$/.test(code) && endsInModulo10(code.slice(2), [1, 2])

function readEnvelope(text: string): string[] {
  const whole = (text.match(/1Z(?![A-Z\d]{8}UPSN)[A-Z\d]{16}/g) ?? []).filter(isUps)
  const parts = [...text.matchAll(upsParts)].map(([, service, end, shipper]) => `1Z${shipper}${service}${end}`)
  const fedEx = [...text.matchAll(fedExParts)].map(([, number = '']) => number).filter(endsInModulo11)
  return [...whole, ...parts.filter(isUps), ...fedEx]
}

const namesNumber =
  /^(?:.*TRACK.*|TRK.*|T?LABELS?|.*NUM.*|.*NBR|NOS?|IDS?|CODES?|GUIAS?|AWBS?|SHIPMENTS?|PACKAGES?|PIEZAS?|RASTREO|CN)$/

function decode(text: string): string {
  try {
    return decodeURIComponent(text).toUpperCase()
  } catch {
    return text
  }
}

function readAddress(text: string, isNumber: (code: string) => boolean): string[] {
  const parts = decode(text)
    .split(/[^A-Z\d]+/)
    .filter((part) => part !== '')
  // They pass for DHL's too easily where nothing names them.
  const known = parts.filter((part) => !/^\d{10,11}$/.test(part) && isNumber(part))
  if (known.length > 0) return known
  return parts.filter(
    (part, place) => /^(?=(?:.*\d){6})[A-Z\d]{8,40}$/.test(part) && namesNumber.test(parts[place - 1] ?? ''),
  )
}

/**
 * A tracking page's address, or a label's square barcode. docs/product/packages.md, "Codes".
 * @param text in upper case, with or without the separators of the barcode
 * @param isNumber says whether a code is a number of a known carrier
 */
export const readWrapped = (text: string, isNumber: (code: string) => boolean): string[] => [
  ...new Set(isEnvelope(text) ? readEnvelope(text) : readAddress(text, isNumber)),
]
