import 'openapi-explorer/dist/browser/openapi-explorer.min.js'
import { type CSSProperties, createElement, useEffect, useMemo, useRef } from 'react'
import { useMedia } from '../../ui/layout/media.ts'
import { readColour } from '../../ui/layout/read-colour.ts'

const computed = {
  '--red': '--danger-text',
  '--orange': '--yellow-text',
  '--yellow': '--yellow-text',
  '--green': '--green-text',
  '--blue': '--blue-text',
  '--purple': '--purple-text',
  '--gray': '--grey-text',
}

const look: CSSProperties & Record<`--${string}`, string> = {
  '--bg': 'var(--surface)',
  '--bg2': 'var(--surface-2)',
  '--bg3': 'var(--surface-3)',
  '--light-bg': 'var(--surface-3)',
  '--fg': 'inherit',
  lineHeight: 1.45,
  '--fg2': 'var(--fg-muted)',
  '--fg3': 'var(--fg-muted)',
  '--light-fg': 'var(--fg-muted)',
  '--input-bg': 'var(--surface)',
  '--border-color': 'inherit',
  '--light-border-color': 'var(--surface-3)',
  '--hover-color': 'var(--surface-2)',
  '--placeholder-color': 'var(--fg-subtle)',
  '--primary-color': 'var(--primary-text)',
  '--secondary-color': 'var(--primary-text)',
  '--primary-btn-text-color': 'var(--primary-fg)',
  '--nav-bg-color': 'var(--surface-2)',
  '--nav-text-color': 'var(--fg-muted)',
  '--nav-hover-bg-color': 'var(--primary-soft)',
  '--nav-hover-text-color': 'var(--primary-text)',
  '--nav-hover-scrollbar-color': 'var(--border-strong)',
  '--light-red': 'var(--danger-soft)',
  '--light-orange': 'var(--yellow-soft)',
  '--light-yellow': 'var(--yellow-soft)',
  '--light-green': 'var(--green-soft)',
  '--light-blue': 'var(--blue-soft)',
  '--light-purple': 'var(--purple-soft)',
  '--light-gray': 'var(--grey-soft)',
  '--code-fg': 'var(--fg-muted)',
  '--inline-code-fg': 'inherit',
  '--code-property-color': 'var(--purple-text)',
  '--code-keyword-color': 'var(--blue-text)',
  '--code-operator-color': 'var(--fg-muted)',
  '--font-regular': 'inherit',
  '--font-size-small': 'var(--type-body)',
  '--font-size-regular': 'var(--type-body)',
  '--font-size-mono': 'var(--type-help)',
  '--border-radius': '6px',
  '--nav-path-padding': '10px 8px 10px 12px',
}

/** Follows the page's current colour scheme. */
function buildLook(isDark: boolean): CSSProperties {
  const values = Object.entries(computed).map(([name, ours]) => [name, readColour(document.body, ours)])
  return { ...look, ...Object.fromEntries(values), colorScheme: isDark ? 'dark' : 'light' }
}

type Explorer = HTMLElement & { loadSpec: (document: object) => Promise<void> }

/** The explorer is read-only: no call is made from it. */
const hidden = ['search', 'console', 'authentication', 'server-selection', 'components']

type ApiExplorerProps = { description: object; search: string }

/** Shows the document with a library (decision 013). */
export function ApiExplorer({ description, search }: ApiExplorerProps) {
  const element = useRef<Explorer>(null)
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const style = useMemo(() => buildLook(isDark), [isDark])
  useEffect(() => {
    // The library writes the open call into the address, which must not add a step to the history.
    if (!location.hash.includes('route=')) history.replaceState(history.state, '', '#?route=overview')
    void element.current?.loadSpec(structuredClone(description))
  }, [description])
  return createElement('openapi-explorer', {
    ref: element,
    lang: 'en',
    className: 'h-auto md:h-[calc(100dvh-230px)] md:min-h-[420px]',
    style,
    'match-paths': search.toLowerCase(),
    'default-schema-tab': 'body',
    'use-path-in-nav-bar': true,
    ...Object.fromEntries(hidden.map((part) => [`hide-${part}`, true])),
  })
}
