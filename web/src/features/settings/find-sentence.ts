export function findSentence(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined
  if ('message' in errors && typeof errors.message === 'string' && errors.message !== '') return errors.message
  return Object.entries(errors)
    .filter(([name]) => name !== 'ref')
    .map(([, inner]) => findSentence(inner))
    .find((sentence) => sentence !== undefined)
}
