import type { Right } from '@casillero/shared/domain/permissions'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ListQuery, ListState } from '../crud/list-state.ts'
import type { Read } from '../lib/api.ts'

/** A submenu: its screens stand where the first of them is declared. */
export type MenuGroup = { label: string; icon: LucideIcon; right: Right }

export type Screen = {
  path: `/${string}`
  /** Has a link to each tab in the menu instead of one to the screen; the tab is the last part of the address. */
  tabs?: readonly { id: string; label: string }[]
  /** The part that may follow the path in the address, as the router writes it. */
  rest?: string
  /** Loads the code when the user goes there. */
  load: () => Promise<ComponentType>
  /** The calls that it begins with, sent while its code is on the way: the same calls as the screen makes. */
  reads?: (query: ListQuery, values: ListState['values']) => readonly Read<unknown>[]
  /**
   * The right by which a user is offered the link; the server decides call by call on the content of the screen. Left out, every user is.
   */
  right?: Right
  /** The companies that are offered the link; left out, all are. */
  subdomains?: readonly string[]
  Badge?: ComponentType<{ isNarrow: boolean }>
  /** Begins a part of the menu. */
  isFirst?: true
} & (
  | { label: string; icon: LucideIcon }
  /** `after` is the link that it stands under in its menu; left out, the last one. */
  | { label: string; group: MenuGroup; after?: string }
  /** Reached from elsewhere: it has no link in the menu. */
  | { label?: never }
)
