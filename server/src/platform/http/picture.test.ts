import { afterAll, expect, test } from 'vitest'
import { greyPng } from '../../../../tools/grey-png.ts'
import type { Party } from '../database/fair-turns.ts'
import { closeDrawing, redrawPhoto, redrawPhotoInSizes } from './picture.ts'
import { readPictureHeader } from './picture-header.ts'

afterAll(closeDrawing)

const device: Party = { company: 'one', rank: 'client', origin: 'device' }
const clerk = (company: string): Party => ({ company, rank: 'staff', origin: 'clerk' })
const picture = greyPng(1200, 900)

test('a clerk of another company and one of the own come before the second picture of a device that sends many', async () => {
  const order: string[] = []
  const drawAs = async (name: string, party: Party, sent = picture) => {
    await redrawPhoto(party, sent).then(
      () => order.push(name),
      (error: { code: string }) => order.push(`${name} ${error.code}`),
    )
  }
  const many = [1, 2, 3, 4, 5, 6].map((count) => drawAs(`device ${count}`, device))
  await Promise.all([
    ...many,
    drawAs('own', clerk('one')),
    drawAs('other', clerk('two')),
    drawAs('huge', { ...device, origin: 'another' }, greyPng(64_000_001, 1)),
  ])
  // What is too much is refused before anything is drawn.
  expect(order.slice(0, 2).toSorted()).toEqual(['device 6 unavailable', 'huge photo_not_usable'])
  const drawn = order.slice(2)
  // The other company has a process of its own.
  expect(drawn.indexOf('other')).toBeLessThan(drawn.indexOf('device 2'))
  expect(drawn.filter((name) => name !== 'other')).toEqual([
    'device 1',
    'own',
    'device 2',
    'device 3',
    'device 4',
    'device 5',
  ])
})

test('a photo whose bytes are another picture than its header says is refused', async () => {
  const lying = greyPng(40, 30)
  lying.writeUInt32BE(41, 16)
  await expect(redrawPhotoInSizes(clerk('one'), lying)).rejects.toMatchObject({ code: 'photo_not_usable' })
})

test('the header of a picture says its format and size, and of what is none nothing', () => {
  expect(readPictureHeader(greyPng(300, 200))).toEqual({ format: 'png', width: 300, height: 200, isInRows: true })
  const jpeg = Buffer.from('ffd8ffe000044a46ffc400040101ffc0000b0800c8012c01011100', 'hex')
  expect(readPictureHeader(jpeg)).toEqual({ format: 'jpeg', width: 300, height: 200, isInRows: false })
  // In one scan; in more than one, which needs all of the picture in memory.
  for (const [frame, isInRows] of [
    ['c0', true],
    ['c2', false],
  ] as const) {
    const scanned = Buffer.from(`ffd8ff${frame}000b0800c8012c01011100ffda0008010100003f00`, 'hex')
    expect(readPictureHeader(scanned)).toEqual({ format: 'jpeg', width: 300, height: 200, isInRows })
  }
  for (const none of ['', '<svg>', 'GIF89a', 'RIFF____WAVEfmt ']) {
    expect(readPictureHeader(Buffer.from(none))).toBeUndefined()
  }
})
