import { expect, test } from 'vitest'
import { recordedAnswers } from '../../../../tests/support/recorded-answers.ts'
import { readOutcome } from './waha-answer.ts'
import { readFileContent } from './waha-content.ts'
import { parseChatMessage } from './waha-message.ts'

// As a gateway answered with its list, shortened.
const listed = (message: object, more: object = {}) => ({
  id: 'false_50587000001@c.us_3AEF9770314E1C9D6404',
  timestamp: 1_795_648_475,
  from: '50587000001@c.us',
  fromMe: false,
  source: 'app',
  body: 'perdida',
  hasMedia: true,
  media: null,
  location: null,
  vCards: null,
  _data: { key: { remoteJidAlt: '17750587000001@lid' }, pushName: 'Cliente', message },
  ...more,
})
const imageMessage = { mimetype: 'image/jpeg', caption: 'perdida', fileLength: 100, directPath: '/v/gone' }
const place =
  '#/api/rec/chats/50587000001%40c.us/messages/false_50587000001%40c.us_3AEF9770314E1C9D6404?downloadMedia=true'

test('a picture of the list, which has no address of a file, is known by what WhatsApp says of it', () => {
  expect(parseChatMessage(listed({ imageMessage }), 'rec')).toMatchObject({
    phone: '50587000001',
    alias: '17750587000001@lid',
    kindOfMessage: 'picture',
    text: 'perdida',
    file: { path: place, name: null },
  })
})

test('a message whose fields cannot be read is kept without them', () => {
  const audioMessage = { mimetype: 'audio/ogg', seconds: 1e300 }
  const read = (message: object, more: object) => parseChatMessage(listed(message, more), 'rec')
  expect(read({ audioMessage }, {})).toMatchObject({ seconds: 86_400, kindOfMessage: 'audio' })
  for (const more of [
    { timestamp: 'x' },
    { timestamp: 1e300 },
    { media: 'x', hasMedia: 1 },
    { location: 4, vCards: [{}] },
  ])
    expect(read({}, more)).toMatchObject({ phone: '50587000001', text: 'perdida' })
})

test('a file of an event has its own path first, and none where the gateway could not get it', () => {
  const media = { url: 'http://localhost:4181/api/files/rec/3AEF.jpeg', filename: null, mimetype: 'image/jpeg' }
  const read = (values: object) => parseChatMessage(listed({ imageMessage }, { media: { ...media, ...values } }), 'rec')
  expect(read({})?.file?.path).toBe(`/api/files/rec/3AEF.jpeg${place}`)
  expect(read({ url: null, error: { details: 'TypeError: fetch failed' } })?.file?.path).toBeNull()
})

test('a file that is said to be too large, or is neither picture nor PDF, is not fetched', () => {
  const read = (message: object) => parseChatMessage(listed(message), 'rec')?.file
  expect(read({ imageMessage: { ...imageMessage, fileLength: '5242881' } })?.path).toBeNull()
  expect(read({ imageMessage: { ...imageMessage, fileLength: 5_242_880 } })?.path).toBe(place)
  const documentMessage = { mimetype: 'application/zip', fileName: 'fotos.zip', fileLength: 14 }
  expect(read({ documentMessage })).toEqual({ path: null, name: 'fotos.zip' })
  for (const [mimetype, fileName] of [
    ['application/octet-stream', 'recibo'],
    ['', null],
    ['application/x-pdf', null],
    ['text/plain', 'Recibo.PDF'],
    ['application/zip', 'foto.jpeg'],
  ])
    expect(read({ documentMessage: { mimetype, fileName, fileLength: 14 } })?.path).toBe(place)
})

test('a file is found in a message that WhatsApp put into another one, and odd values are read as missing', () => {
  const documentMessage = { mimetype: 'application/pdf', fileName: 'Factura.pdf', fileLength: '14' }
  const documentWithCaptionMessage = { message: { documentMessage } }
  const known = { isSticker: false, mimetype: 'application/pdf', name: 'Factura.pdf', bytes: 14, seconds: null }
  expect(readFileContent({ ephemeralMessage: { message: { documentWithCaptionMessage } } })).toEqual(known)
  const odd = { mimetype: 7, fileLength: { low: 14 }, seconds: 'x' }
  const missing = { isSticker: false, mimetype: '', name: null, bytes: null, seconds: null }
  expect(readFileContent({ audioMessage: odd })).toEqual(missing)
  for (const none of [undefined, null, 'x', {}, { conversation: 'Hola' }]) expect(readFileContent(none)).toBeNull()
})

test('the number of a contact card is read as phones of all makers write it', () => {
  const read = (card: string) =>
    parseChatMessage(listed({ contactMessage: {} }, { hasMedia: false, body: null, vCards: [card] }), 'rec')?.text
  expect(read('BEGIN:VCARD\nFN:Ana Mora\nTEL;type=CELL;waid=50588887777:+505 8888 7777\nEND:VCARD')).toBe(
    'Ana Mora +505 8888 7777',
  )
  expect(
    read('BEGIN:VCARD\r\nitem1.TEL;waid=50588887777:+505 8888 7777\r\nitem1.X-ABLabel:Móvil\r\nFN:Ana Mora\r\n'),
  ).toBe('Ana Mora +505 8888 7777')
})

test('an event in which nothing is said is no message, and what could not be decrypted or read is one', () => {
  const read = (message: object | null, more: object = {}) => {
    const said = listed({}, { hasMedia: false, body: null })
    return parseChatMessage({ ...said, _data: { ...said._data, message, ...more } }, 'rec')?.kindOfMessage
  }
  for (const name of [
    'protocolMessage',
    'reactionMessage',
    'albumMessage',
    'pinInChatMessage',
    'senderKeyDistributionMessage',
  ])
    expect(read({ [name]: {}, messageContextInfo: {} }), name).toBeUndefined()
  expect(read({ ephemeralMessage: { message: { reactionMessage: {} } } })).toBeUndefined()
  expect(read(null, { messageStubType: 40 })).toBeUndefined()
  expect(read(null, { messageStubType: 2 })).toBe('other')
  expect(read({ pollCreationMessage: {} })).toBe('other')
})

test('an edit has the time to the millisecond at which it was made, where WhatsApp says it', () => {
  const edited = (message: object) =>
    parseChatMessage(listed(message, { hasMedia: false, editedMessageId: '3A251F639AC5C91480B6' }), 'rec')
  const protocolMessage = { type: 'MESSAGE_EDIT', timestampMs: '1795648460972' }
  expect(edited({ protocolMessage })?.at).toBe(new Date(1_795_648_460_972).toISOString())
  expect(edited({ editedMessage: { message: { protocolMessage } } })?.at).toBe(
    new Date(1_795_648_460_972).toISOString(),
  )
  expect(edited({ protocolMessage: { timestampMs: null } })?.at).toBe(new Date(1_795_648_475_000).toISOString())
})

test.each(recordedAnswers)('the outcome of a send is known from the recorded answer: %s', (_, status, body, kind) => {
  expect(readOutcome({ status, body }).kind).toBe(kind)
})

test('the outcome of a send has the id that its acknowledgements will name', () => {
  const ids = [
    { key: { id: '3EB0A' } },
    { id: 'true_50588887777@c.us_3EB0B' },
    { id: { _serialized: 'true_50588887777@c.us_3EB0C' } },
    { status: 'PENDING' },
  ].map((body) => Reflect.get(readOutcome({ status: 201, body }), 'id'))
  expect(ids).toEqual(['3EB0A', '3EB0B', '3EB0C', null])
})

test('the outcome of a send never repeats the text of the gateway', () => {
  for (const [, status, body] of recordedAnswers) {
    expect(JSON.stringify(readOutcome({ status, body }))).not.toMatch(/hola|5058888|async-lock|Timed Out|stack|paquete/)
  }
})
