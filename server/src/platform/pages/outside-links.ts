import type { SignUp } from '@casillero/shared/contract/signups'
import { createElement as h } from 'react'

const places = {
  '/rastreo': 'Rastrear',
  '/precios': 'Tarifas',
  '/mi/entrar': 'Mi casillero',
  '/registro': 'Hacerse cliente',
} as const
type Place = keyof typeof places

/** The pages that a company may close. */
export type OpenPages = { hasPublicTracking: boolean; hasPublicTariffs: boolean; signUp: SignUp }

/** Leads from each page for visitors who are not signed in to the others; closed ones are left out. */
export function OutsideLinks({ here, hasPublicTracking, hasPublicTariffs, signUp }: OpenPages & { here: Place }) {
  const isOpen = {
    '/rastreo': hasPublicTracking,
    '/precios': hasPublicTariffs,
    '/mi/entrar': true,
    '/registro': signUp !== 'off',
  }
  const open = (Object.keys(places) as Place[]).filter((place) => isOpen[place])
  if (open.length < 2) return null
  return h(
    'nav',
    { className: 'outside', 'aria-label': 'Páginas' },
    ...open.map((href) =>
      h('a', { key: href, href, ...(href === here ? { 'aria-current': 'page' } : {}) }, places[href]),
    ),
  )
}

export const outsideLinksStyle = `
.outside{position:static;display:flex;justify-content:flex-start;gap:4px;margin:0 0 12px;padding:0;background:none;border:0;border-bottom:1px solid var(--line)}
.outside a{flex:0 1 auto;display:flex;flex-direction:row;align-items:center;min-height:44px;margin:0;padding:0 10px;border:0;border-bottom:3px solid transparent;margin-bottom:-1px;color:var(--muted);font-size:15px;font-weight:600;text-decoration:none;white-space:nowrap}
.outside [aria-current]{color:var(--blue);border-color:var(--blue)}
@media (max-width:400px){.outside{gap:0;justify-content:space-between;margin:0 -10px 12px;overflow-x:auto}.outside a{flex:none;padding:0 3px;margin:0;font-size:13px}}
@media print{.outside{display:none}}`
