import { useEffect } from 'react'
import { findScreen } from '../../lib/screen-of.ts'
import { keepUnsaved, type UnsavedWork } from '../../lib/unsaved-work.ts'
import { DiscardDialog, type DiscardTexts } from './discard-dialog.tsx'

const leavesScreen: UnsavedWork['isLostBy'] = (from, to) => findScreen(from.pathname) !== findScreen(to.pathname)
export const askWith =
  (texts?: DiscardTexts): UnsavedWork['ask'] =>
  ({ onStay, onLeave }) => <DiscardDialog {...(texts && { texts })} onStay={onStay} onDiscard={onLeave} />
const askToDiscard = askWith()

/** Guards links, Back, reload, closing the tab and signing out. */
export function useUnsavedWork(
  isUnsaved: boolean,
  { isLostBy = leavesScreen, ask = askToDiscard }: Partial<UnsavedWork> = {},
): void {
  useEffect(() => (isUnsaved ? keepUnsaved({ isLostBy, ask }) : undefined), [isUnsaved, isLostBy, ask])
}
