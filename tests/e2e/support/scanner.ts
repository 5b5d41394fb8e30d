import type { Page } from '@playwright/test'

const keyOf = (character: string) => ({ key: character, text: character })
const enterKey = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }

const slowness = 4

/**
 * A scanner or a scale on the keyboard's wire: the keys come a millisecond after each other, with an Enter at the end, and a whole package
 * comes without a pause. The browser is four times slower until it has taken the keys; a robot's browser stays slow.
 */
export async function openScanner(page: Page, { staysSlow = false } = {}) {
  const session = await page.context().newCDPSession(page)
  let scans = 0
  const pace = (change: number) => {
    scans += change
    return session.send('Emulation.setCPUThrottlingRate', { rate: scans > 0 ? slowness : 1 })
  }
  if (staysSlow) await pace(1)
  let at = Date.now() / 1000
  return async (text: string, modifiers = 0): Promise<void> => {
    const slowed = pace(1)
    const keys = [...text].map((character) => ({ ...keyOf(character), modifiers: 0 }))
    const sent = [...keys, { ...enterKey, modifiers }].flatMap((key) => {
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
}
