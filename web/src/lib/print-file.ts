function download(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}

export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content)
  download(url, fileName)
  // A slow disk needs time to save the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

let printed: HTMLIFrameElement | undefined

/** Prints from a hidden frame. A browser that cannot show PDFs in a page downloads the file. */
export function printFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content)
  if (navigator.pdfViewerEnabled) printUnseen(url, fileName)
  else download(url, fileName)
}

function printUnseen(url: string, title: string): void {
  // The print dialog may stay open indefinitely, so the file is released at the next print.
  if (printed) URL.revokeObjectURL(printed.src)
  printed?.remove()
  const frame = document.createElement('iframe')
  frame.title = title
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  // Firefox prints no frame that is not displayed.
  frame.className = 'pointer-events-none fixed right-0 bottom-0 size-px opacity-0'
  frame.addEventListener('load', () => {
    const focused = document.activeElement
    frame.contentWindow?.focus()
    frame.contentWindow?.print()
    // The next key must go where the user was typing.
    if (focused instanceof HTMLElement) focused.focus()
  })
  frame.src = url
  document.body.append(frame)
  printed = frame
}
