import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

type Parts = { title: string; style: string; script?: string; manifest?: string; hasForms?: boolean }

/**
 * The head is written by hand, because React would escape the style's quotes. The address is sent to no other host; pages with forms send
 * it to their own, else browsers name no origin.
 * @param parts.manifest the address of its web manifest
 * @param parts.hasForms left out, the page may have forms
 * @returns HTML
 */
export const renderDocument = (
  { title, style, script, manifest, hasForms = true }: Parts,
  content: ReactNode,
): string => `<!doctype html>
<html lang="es-NI">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="${hasForms ? 'same-origin' : 'no-referrer'}">
<meta name="format-detection" content="telephone=no">
${renderToStaticMarkup(h('title', null, title))}
${manifest === undefined ? '' : `<link rel="manifest" href="${manifest}">`}
<style>${style}</style>
</head>
<body>
${renderToStaticMarkup(content)}
${script === undefined ? '' : `<script>${script}</script>`}
</body>
</html>
`

/** In bytes. */
export const measureMarkup = (part: ReactNode): number => Buffer.byteLength(renderToStaticMarkup(part))

/** `logoUrl` is a file name, or a whole address. */
export const findLogoAddress = (logoUrl: string): string => (logoUrl.startsWith('/') ? logoUrl : `/logos/${logoUrl}`)
