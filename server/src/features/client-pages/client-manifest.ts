import type { PageAnswer } from '../../platform/http/public-pages.ts'

/** For a phone's home screen. */
export const manifestAddress = '/mi/manifest.webmanifest'

// The pictures are those of the staff's app; the page's first colours are those of its style.
const look = {
  id: '/mi',
  short_name: 'Mi casillero',
  lang: 'es',
  start_url: '/mi',
  scope: '/mi',
  display: 'standalone',
  background_color: '#f6f5f2',
  theme_color: '#f6f5f2',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}

/** docs/product/client-pages.md, "Home screen". */
export const writeManifest = ({ name }: { name: string }): PageAnswer => ({
  fileName: 'manifest.webmanifest',
  type: 'application/manifest+json',
  content: Buffer.from(JSON.stringify({ name, ...look })),
})
