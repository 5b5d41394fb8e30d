/** For what does not know the variables of a style sheet, such as a canvas. */
export function readColour(beside: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  beside.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
