import type { Right } from '@casillero/shared/domain/permissions'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ListQuery, ListState } from '../crud/list-state.ts'
import type { Read } from '../lib/api.ts'

export type MenuGroup = { label: string; icon: LucideIcon; right: Right }

export type Screen = {
  path: `/${string}`
  /** A link for each tab in the menu; the tab is the last part of the address. */
  tabs?: readonly { id: string; label: string }[]
  rest?: string
  load: () => Promise<ComponentType>
  /** The screen's own first calls, sent while its code loads. */
  reads?: (query: ListQuery, values: ListState['values']) => readonly Read<unknown>[]
  /** Users with this right are offered the link; without it, all are. The server decides call by call. */
  right?: Right
  subdomains?: readonly string[]
  Badge?: ComponentType<{ isNarrow: boolean }>
  isFirst?: true
} & (
  | { label: string; icon: LucideIcon }
  /** `after` names the link above this one. Left out, it comes last. */
  | { label: string; group: MenuGroup; after?: string }
  | { label?: never }
)
