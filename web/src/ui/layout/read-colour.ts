/** For canvas and others that cannot use CSS variables. */
export function readColour(beside: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  beside.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
