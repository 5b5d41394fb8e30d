import { extractText, getDocumentProxy } from 'unpdf'

/** The text of each page of a PDF, as a reader selects it, with single spaces. */
export async function pagesOf(content: Uint8Array): Promise<string[]> {
  // The parser takes the bytes for itself.
  const pdf = await getDocumentProxy(Uint8Array.from(content))
  const { text } = await extractText(pdf, { mergePages: false })
  return text.map((page) => page.replace(/\s+/g, ' '))
}
