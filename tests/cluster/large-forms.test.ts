import { afterAll, beforeAll, expect } from 'vitest'
import { formOf } from '../support/multipart-form.ts'
import { prove } from '../support/proofs.ts'
import { type Front, openFront } from './support/front.ts'

let front: Front
beforeAll(async () => {
  front = await openFront()
})
afterAll(() => front.close())

function send({ call, installation }: Front, name: string, { contentType, payload }: ReturnType<typeof formOf>) {
  const { host = '', token = '' } = installation.shops[0]?.counter ?? {}
  return call(host, name, { token, body: payload, headers: { 'content-type': contentType } })
}

const sendLogo = (size: number) =>
  send(
    front,
    'PUT /api/companies/update',
    formOf([
      { name: 'name', content: 'Falla' },
      { name: 'logo', content: Buffer.alloc(size, 'x'), filename: 'logo.png', type: 'image/png' },
    ]),
  )

const mebibyte = 1024 * 1024
const largest = 10 * mebibyte
const head = Buffer.from('Nombre,Dirección\n')

/** Sends a file of clients that is exactly so large. */
function sendRows(door: Front, size: number) {
  const content = Buffer.concat([head, Buffer.alloc(size - head.length, `Marvin,${'x'.repeat(1000)}\n`)])
  const file = { name: 'file', content, filename: 'clientes.csv', type: 'text/csv' }
  return send(door, 'POST /api/imports', formOf([{ name: 'kind', content: 'clients' }, file]))
}

prove('4', 'Large forms', ({ proof, control }) => {
  proof('a logo of the allowed size passes, and a body larger than any form is refused', async () => {
    // Two mebibytes that are no picture reach the instance, which refuses them itself.
    const allowed = await sendLogo(2 * mebibyte)
    expect([allowed.status, JSON.parse(allowed.body).code]).toEqual([400, 'logo_not_usable'])
    expect((await sendLogo(4 * mebibyte)).status).toBe(413)
  })

  proof('a file of rows of the largest size passes, and the instance refuses one that is a byte larger', async () => {
    const passed = await sendRows(front, largest)
    expect([passed.status, JSON.parse(passed.body).data.status]).toEqual([201, 'mapping'])
    const larger = await sendRows(front, largest + 1)
    expect([larger.status, JSON.parse(larger.body).code]).toEqual([400, 'import_file_too_large'])
    expect((await sendRows(front, 12 * mebibyte)).status).toBe(413)
  })

  control('a proxy with one size for all forms lets no file of rows of the largest size pass', async () => {
    const narrow = await openFront({ edit: (text) => text.replace('client_max_body_size 11m;', '') })
    try {
      const { status } = await sendRows(narrow, largest)
      expect(status).toBe(413)
    } finally {
      await narrow.close()
    }
  })
})
