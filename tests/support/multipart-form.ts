export type FormPart = { name: string; content: string | Buffer; filename?: string; type?: string }

/** A multipart form as a browser sends it, or as an attacker writes it: names and types go out as they are given. */
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
