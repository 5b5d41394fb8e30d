export type FormPart = { name: string; content: string | Buffer; filename?: string; type?: string }

/**
 * Encodes a multipart form as a browser does; names and types are written as they are given, so that attacks can be encoded
 * too.
 */
export function formOf(parts: FormPart[], boundary = '----casillero'): { contentType: string; payload: Buffer } {
  const pieces = parts.flatMap(({ name, content, filename, type }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(filename === undefined ? '' : `; filename="${filename}"`),
    Buffer.from(type === undefined ? '\r\n\r\n' : `\r\nContent-Type: ${type}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  const payload = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return { contentType: `multipart/form-data; boundary=${boundary}`, payload }
}
