import type { Page } from '@playwright/test'

/** Makes papers come as downloads, as in a browser that shows no PDF. */
export const withoutViewer = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => false }))
