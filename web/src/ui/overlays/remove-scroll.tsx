import { type ElementType, type ReactNode, useLayoutEffect } from 'react'

let locks = 0
let before = { overflow: '', paddingRight: '' }

function lock(): () => void {
  const { style } = document.body
  locks += 1
  if (locks === 1) {
    before = { overflow: style.overflow, paddingRight: style.paddingRight }
    // Without its scroll bar the page would grow wider and jump.
    const gap = window.innerWidth - document.documentElement.clientWidth
    if (gap > 0) style.paddingRight = `${gap}px`
    style.overflow = 'hidden'
  }
  return () => {
    locks -= 1
    if (locks === 0) Object.assign(style, before)
  }
}

/** Stands in for the scroll lock that Radix brings along: the page behind an open dialog or menu stays where it is. */
export function RemoveScroll({ as: As, children }: { as: ElementType; children: ReactNode }) {
  useLayoutEffect(lock, [])
  return <As>{children}</As>
}
