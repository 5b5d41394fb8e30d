import type { Failure } from '@casillero/shared/contract/errors'
import { ApiError, unauthorizedEvent } from './api.ts'

type FileRequest = {
  path: string
  query: string[][]
  signal: AbortSignal
  /** Receives the number of bytes so far. */
  onBytes: (bytes: number) => void
}

const nameIn = (disposition: string | null): string => /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'archivo'

const isFailure = (value: unknown): value is Partial<Failure> => typeof value === 'object' && value !== null

async function readRefusal(response: Response, token: string): Promise<ApiError> {
  const reply: unknown = await response.json().catch(() => undefined)
  if (response.status === 401 && token === localStorage.getItem('token'))
    window.dispatchEvent(new Event(unauthorizedEvent))
  return new ApiError(response.status, isFailure(reply) ? reply : undefined)
}

/** Has no time limit. Rejects with an `ApiError` if refused or broken off, and with the signal's reason if aborted. */
export async function fetchFile({
  path,
  query,
  signal,
  onBytes,
}: FileRequest): Promise<{ content: Blob; name: string }> {
  const token = localStorage.getItem('token') ?? ''
  try {
    const headers = { Authorization: `Bearer ${token}` }
    const response = await fetch(`${path}?${new URLSearchParams(query)}`, { headers, signal })
    if (!response.ok || !response.body) throw await readRefusal(response, token)
    const pieces: BlobPart[] = []
    let bytes = 0
    const reader = response.body.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      pieces.push(read.value)
      bytes += read.value.byteLength
      onBytes(bytes)
    }
    const type = response.headers.get('content-type') ?? ''
    return { content: new Blob(pieces, { type }), name: nameIn(response.headers.get('content-disposition')) }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ApiError ? error : new ApiError(0, undefined)
  }
}
