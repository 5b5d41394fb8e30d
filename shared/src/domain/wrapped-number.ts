import { endsInModulo10, endsInModulo11 } from './check-digit.ts'

const isAddress = (text: string): boolean =>
  /^(?:HTTPS?|WWW)[^A-Z\d]|:\/\/|^[A-Z\d-]+(?:\.[A-Z\d-]+)*\.[A-Z]{2,}[/?]/.test(text)

/** ISO 15434, used in UPS's MaxiCode and FedEx's PDF417. */
export const isEnvelope = (text: string): boolean => text.startsWith('[)>')

/** An address or a label's 2D barcode, in upper case. */
export const isWrapped = (text: string): boolean => isEnvelope(text) || isAddress(text)

/** Country, service class, `1Z` with the last eight characters, and the shipper after `UPSN`. */
const upsParts = /\d{3}\s*\d(\d\d)\s*1Z([A-Z\d]{8})\s*UPSN\s*([A-Z\d]{6})/g
/** Twelve digits, then four for the form, before the service's name. */
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
  // Unnamed, such numbers resemble DHL's too easily.
  const known = parts.filter((part) => !/^\d{10,11}$/.test(part) && isNumber(part))
  if (known.length > 0) return known
  return parts.filter(
    (part, place) => /^(?=(?:.*\d){6})[A-Z\d]{8,40}$/.test(part) && namesNumber.test(parts[place - 1] ?? ''),
  )
}

/**
 * Reads a tracking page's address, or a label's 2D barcode. docs/product/packages.md, "Codes".
 * @param text in upper case, with or without the barcode's separators
 * @param isNumber tells whether a code is a known carrier's number
 */
export const readWrapped = (text: string, isNumber: (code: string) => boolean): string[] => [
  ...new Set(isEnvelope(text) ? readEnvelope(text) : readAddress(text, isNumber)),
]
