export type Method = 'aereo' | 'maritimo'

const words: Record<Method, string> = { aereo: 'aéreo', maritimo: 'marítimo' }

/** For masculine nouns: `es aéreo`. */
export const nameMethod = (method: Method): string => words[method]
