/** Unicode's Default_Ignorable_Code_Point, controls except tab and line break, and interlinear annotation marks. */
const unseen = String.raw`(?![\t\n\r])[\p{DI}\p{Cc}\ufff9-\ufffb]`
// Inside an emoji, joiners, colour selectors and flag letters are visible.
const flag = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]+\u{e007f}`
const picture = String.raw`\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?\ufe0f?`
const pictures = new RegExp(
  String.raw`(${flag}|${picture}(?:\u200d${picture})*|[\d#*]\ufe0f\u20e3)|(?:${unseen})+`,
  'gu',
)

/**
 * Normalises to NFC and unifies line breaks. Keeps invisible characters inside an emoji. Idempotent.
 * docs/product/lists-and-forms.md, "Forms".
 */
export const visibleText = (text: string): string =>
  text
    .replace(/[\u0085\u2028\u2029]/g, '\n')
    .replace(pictures, (_, kept: string | undefined) => kept ?? '')
    .normalize('NFC')

const unseenInCodes = /[\p{DI}\p{Cf}\p{Cc}\u2800]+/gu

/**
 * Replaces wide and long forms with plain letters, digits and dashes, and leaves one space between words.
 * docs/product/packages.md, "Codes".
 */
export const visibleCode = (text: string): string =>
  text
    .replace(/[\t\n\r\u0085\u2028\u2029]+/g, ' ')
    .replace(unseenInCodes, '')
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
