type Content = Record<string, { example?: unknown }>

export type Parameter = { name: string; in: string; required: boolean; description?: string; example?: unknown }

type Described = {
  operationId: string
  tags?: string[]
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description?: string; content?: Content; $ref?: string }>
}

/** The parts of the document that the screen shows. */
export type ApiDocument = {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Described>>
}

export type Operation = Described & { method: string; path: string }

/** Asks for the document, which is the same for all users and needs no session. */
export async function fetchDocument({ signal }: { signal: AbortSignal }): Promise<ApiDocument> {
  const answer = await fetch('/api/openapi.json', { signal })
  if (!answer.ok) throw new Error(`The document was answered ${answer.status}`)
  return await answer.json()
}

const operationsOf = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ ...described, method: method.toUpperCase(), path })),
  )

/** The calls in which every word is found, by their groups; groups without any are left out. */
export function findOperations(document: ApiDocument, search: string): [string, Operation[]][] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = operationsOf(document).filter(({ method, path, summary, operationId, tags = [] }) => {
    const text = [method, path, summary, operationId, ...tags].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return document.tags
    .map(({ name }): [string, Operation[]] => [name, found.filter(({ tags }) => tags?.includes(name))])
    .filter(([, operations]) => operations.length > 0)
}
