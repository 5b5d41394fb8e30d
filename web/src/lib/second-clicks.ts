/** What a click presses, whichever part of it is hit. */
function findPressed({ target }: Event): EventTarget | null {
  const pressed = target instanceof Element ? target.closest('button, a, label, input, [role=option]') : null
  return (pressed instanceof HTMLLabelElement ? pressed.control : pressed) ?? target
}

/**
 * Lets the second click of a double click reach only what the first one pressed: where that opened, closed or moved something, it would
 * press what stands there now.
 */
export function watchSecondClicks(): void {
  let pressed: EventTarget | null = null
  const onClick = (event: MouseEvent) => {
    const now = findPressed(event)
    if (event.detail < 2) pressed = now
    if (now === pressed) return
    event.stopPropagation()
    event.preventDefault()
  }
  window.addEventListener('click', onClick, true)
}
