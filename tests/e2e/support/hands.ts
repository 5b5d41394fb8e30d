import { expect, type Locator, type Page } from '@playwright/test'

/** A clerk's way of working: with the pointer, or with the keyboard alone. */
export type Hand = {
  press(button: Locator): Promise<void>
  tick(checkbox: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
  choose(select: Locator, option: string): Promise<void>
}

export const byHand: Hand = {
  press: (button) => button.click(),
  tick: (checkbox) => checkbox.check(),
  type: (field, text) => field.fill(text),
  choose: async (select, option) => {
    await select.selectOption(option)
  },
}

const maxStops = 60

/** Moves with Tab alone, so that a control out of the keyboard's reach fails the test. */
export function byKeyboard({ keyboard }: Page): Hand {
  async function goTo(control: Locator): Promise<void> {
    await expect(control).toBeVisible()
    for (let stop = 0; stop < maxStops; stop++) {
      if (await control.evaluate((element) => element.matches(':focus'))) return
      await keyboard.press('Tab')
    }
    throw new Error(`${control} cannot be reached with Tab`)
  }
  return {
    async press(button) {
      await goTo(button)
      await keyboard.press('Enter')
    },
    async tick(checkbox) {
      await goTo(checkbox)
      await keyboard.press('Space')
      await expect(checkbox).toBeChecked()
    },
    async type(field, text) {
      await goTo(field)
      await keyboard.press('ControlOrMeta+A')
      await keyboard.type(text)
    },
    async choose(select, option) {
      await goTo(select)
      await keyboard.type(option)
      await expect(select.locator('option:checked')).toHaveText(option)
    },
  }
}
