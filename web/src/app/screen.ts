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
  /** Sent while the code is on the way: the same calls as the screen makes. */
  reads?: (query: ListQuery, values: ListState['values']) => readonly Read<unknown>[]
  /** Who is offered the link; the server decides call by call. Left out, every user is. */
  right?: Right
  subdomains?: readonly string[]
  Badge?: ComponentType<{ isNarrow: boolean }>
  isFirst?: true
} & (
  | { label: string; icon: LucideIcon }
  /** The link that it stands under; left out, the last one. */
  | { label: string; group: MenuGroup; after?: string }
  | { label?: never }
)
