const pngSignature = 'iVBORw0KGgo'
const shortest = 100

/** Undefined for what is no PNG in base64. docs/product/screens.md, "WhatsApp tab". */
export function qrPicture(qrCode: string | null): string | undefined {
  const compact = qrCode?.replace(/\s+/g, '') ?? ''
  return compact.startsWith(pngSignature) && compact.length > shortest ? `data:image/png;base64,${compact}` : undefined
}
