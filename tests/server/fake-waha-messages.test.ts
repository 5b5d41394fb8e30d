import { createServer } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { waitUntil } from '../support/patience.ts'
import { openFakeWahaScene } from './support/fake-waha-scene.ts'

// The recorded behaviour of the real program, 2026.2.1 with its NOWEB engine, where it is surprising.
const scene = openFakeWahaScene()
const { call, inStatus, link } = scene

describe('the messages of a session with a store', () => {
  const from = '50587000001@c.us'
  const content = Buffer.from('\x89PNG')
  const list = (query: string) => call('GET', `/api/s/chats/all/messages?${query}`)
  beforeEach(() => link({ noweb: { store: { enabled: true } } }))

  test('messages are listed newest first, without files unless they are asked for, with those that left from here', async () => {
    scene.fake.play({ session: 's', phone: '50587000001', body: 'Foto', file: { mimetype: 'image/png', content } })
    scene.fake.play({ session: 's', phone: '50587000001', body: 'Le confirmo', isOwn: true })
    await call('POST', '/api/sendText', { session: 's', chatId: from, text: 'Respuesta', id: '3EB0AA' })
    const { body } = await list('limit=3&downloadMedia=false')
    expect(body.map((each: { source: string; media: unknown }) => [each.source, each.media])).toEqual([
      ['api', null],
      ['app', null],
      ['app', null],
    ])
    const [picture] = (await list('limit=1&offset=2')).body
    const id = picture._data.key.id
    expect(picture).toMatchObject({
      ...{ id: `false_${from}_${id}`, from, fromMe: false, body: 'Foto', hasMedia: true },
      media: { url: `http://localhost:3000/api/files/s/${id}.png`, filename: null, mimetype: 'image/png' },
      _data: { message: { imageMessage: { mimetype: 'image/png', caption: 'Foto', fileLength: content.length } } },
    })
    expect((await list('limit=9&filter.fromMe=false')).body).toHaveLength(1)
  })

  test('messages have files that are gone after three minutes, and that are fetched anew with the message, unless WhatsApp lost them', async () => {
    const play = (isGone: boolean) =>
      scene.fake.play({
        session: 's',
        phone: '50587000001',
        body: '',
        file: { mimetype: 'image/png', content, isGone },
      })
    const [id, lost] = [play(false), play(true)]
    const read = (bare: string) =>
      call('GET', `/api/s/chats/${from}/messages/${encodeURIComponent(`false_${from}_${bare}`)}?downloadMedia=true`)
    scene.fake.expireFiles()
    expect((await call('GET', `/api/files/s/${id}.png`)).status).toBe(404)
    expect((await read(id)).body.media.url).toBe(`http://localhost:3000/api/files/s/${id}.png`)
    expect((await call('GET', `/api/files/s/${id}.png`)).status).toBe(200)
    expect((await read(lost)).body.media).toMatchObject({ url: null, error: { details: expect.any(String) } })
    expect((await read('3AUNKNOWN')).status).toBe(404)
  })

  test('messages are kept by a gateway that dies, which forgets the events that were not accepted, and begins its sessions anew', async () => {
    const bodies: string[] = []
    let isUp = false
    const server = createServer((request, response) => {
      request.on('data', (part) => bodies.push(String(part)))
      request.on('end', () => response.writeHead(isUp ? 200 : 503).end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const webhooks = [{ url, events: ['message.any'], retries: { policy: 'constant', delaySeconds: 1, attempts: 500 } }]
    await call('PUT', '/api/sessions/s', { config: { noweb: { store: { enabled: true } }, webhooks } })
    await inStatus('WORKING')
    scene.fake.play({ session: 's', phone: '50587000001', body: 'Uno' })
    await waitUntil(() => bodies.length > 0)
    await scene.fake.die()
    bodies.length = 0
    isUp = true
    scene.fake.play({ session: 's', phone: '50587000001', body: 'Dos' })
    await scene.fake.comeUp()
    await inStatus('WORKING')
    await waitUntil(() => bodies.length > 0)
    expect(bodies.map((body) => JSON.parse(body).payload.body)).toEqual(['Dos'])
    expect((await list('limit=9&downloadMedia=false')).body.map((each: { body: string }) => each.body)).toEqual([
      'Dos',
      'Uno',
    ])
    server.closeAllConnections()
    server.close()
  })
})
