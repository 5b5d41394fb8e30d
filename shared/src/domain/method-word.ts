export type Method = 'aereo' | 'maritimo'

const words: Record<Method, string> = { aereo: 'aéreo', maritimo: 'marítimo' }

/** A method inside a sentence, for what is masculine: `es aéreo`. */
export const nameMethod = (method: Method): string => words[method]
