/** What scanners send beside the code: the identifier of the symbology (`]C1`) and control characters such as GS. */
const dropped = /^\][A-Z]\w/i

const hasNoControl = (character: string) => character >= ' ' && character !== '\u007f'

/**
 * Gives a code that was scanned or typed in upper case, trimmed, and without what scanners send beside it.
 * docs/product/packages.md, "Codes".
 */
export const typedCode = (scan: string): string =>
  [...scan].filter(hasNoControl).join('').trim().replace(dropped, '').trim().toUpperCase()
