import type { CDPSession, Page } from '@playwright/test'

const keyOf = (character: string) => ({ key: character, text: character })
const enterKey = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }

const slowness = 4
const throttled = new WeakMap<Page, CDPSession>()

/** Does work on a page at the machine's own speed: what a story asks of the page for itself needs no slow browser. */
export async function atFullSpeed<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const session = throttled.get(page)
  if (!session) return await work()
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  try {
    return await work()
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  }
}

/**
 * A scanner or a scale on the keyboard's wire, at a browser that is four times slower: the keys come a millisecond after each
 * other, with an Enter at the end, and a whole package comes without a pause.
 */
export async function openScanner(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  throttled.set(page, session)
  let at = Date.now() / 1000
  return async (text: string, modifiers = 0): Promise<void> => {
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
    await Promise.all(sent)
  }
}
