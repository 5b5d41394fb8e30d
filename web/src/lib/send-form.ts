type Sending = {
  method: string
  headers: Record<string, string>
  form: FormData
  signal?: AbortSignal
  /** With nothing moving. */
  silentMs: number
  onSent?: ((part: number) => void) | undefined
}

/** However long its files take; a line on which nothing moves is given up. `fetch` does not say what has been sent so far. */
export async function sendForm(
  url: string,
  { method, headers, form, signal, silentMs, onSent }: Sending,
): Promise<{ response: { ok: boolean; status: number }; body: string }> {
  signal?.throwIfAborted()
  const request = new XMLHttpRequest()
  const stop = () => request.abort()
  let silence: ReturnType<typeof setTimeout> | undefined
  const move = () => {
    clearTimeout(silence)
    silence = setTimeout(stop, silentMs)
  }
  const answered = new Promise<void>((resolve, reject) => {
    request.addEventListener('load', () => resolve())
    for (const end of ['error', 'abort']) request.addEventListener(end, () => reject(new Error(end)))
  })
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    move()
    if (total > 0) onSent?.(loaded / total)
  })
  request.addEventListener('progress', move)
  signal?.addEventListener('abort', stop)
  try {
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    move()
    request.send(form)
    await answered
  } finally {
    clearTimeout(silence)
    signal?.removeEventListener('abort', stop)
  }
  const { status, responseText } = request
  return { response: { ok: status >= 200 && status < 300, status }, body: responseText }
}
