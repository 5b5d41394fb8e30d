import { type Page, test } from '@playwright/test'
import { isChosen } from '../../support/sampling.ts'

type Key = { key: string; text: string }
const keyOf = (character: string): Key => ({ key: character, text: character })
const enterKey = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }

const slowness = 4
/** No hand is faster. */
const handSeconds = 0.12

/**
 * A scanner or a scale on the keyboard's wire: the keys come a millisecond after each other, with an Enter at the end, and a whole package
 * comes without a pause; an Enter by itself is of a hand. `begin` sends the first keys of a scan, after which it pauses. Where it is slow, in
 * a third of the stories from day to day, the browser is four times slower until it has taken the keys; a robot's stays slow in a whole run.
 */
export async function openScanner(
  page: Page,
  { isSlow = isChosen(`slow ${test.info().title}`, 3), staysSlow = false } = {},
) {
  const session = await page.context().newCDPSession(page)
  let scans = 0
  const pace = async (change: number) => {
    scans += change
    if (!isSlow) return
    await session.send('Emulation.setCPUThrottlingRate', { rate: scans > 0 ? slowness : 1 })
  }
  if (staysSlow) await pace(1)
  let at = Date.now() / 1000
  const send = async (keys: readonly (Key & { modifiers: number })[]): Promise<void> => {
    const slowed = pace(1)
    at = Math.max(at, Date.now() / 1000)
    const sent = keys.flatMap((key) => {
      at += 0.001
      return [
        session.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp: at, ...key }),
        session.send('Input.dispatchKeyEvent', {
          type: 'keyUp',
          timestamp: at,
          key: key.key,
          modifiers: key.modifiers,
        }),
      ]
    })
    await Promise.all([slowed, ...sent])
    await pace(-1)
  }
  const write = (text: string) => [...text].map((character) => ({ ...keyOf(character), modifiers: 0 }))
  const scan = async (text: string, modifiers = 0): Promise<void> => {
    if (text === '') at += handSeconds
    await send([...write(text), { ...enterKey, modifiers }])
  }
  const begin = async (text: string): Promise<void> => {
    await send(write(text))
    at += handSeconds
  }
  /** As scanners that end with CR and LF. */
  const scanTwice = (text: string) =>
    send([...write(text), ...[enterKey, enterKey].map((key) => ({ ...key, modifiers: 0 }))])
  return Object.assign(scan, { begin, scanTwice })
}
