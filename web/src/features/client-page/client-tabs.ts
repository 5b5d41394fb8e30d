import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { ComponentType } from 'react'
import { defer } from '../../ui/feedback/defer.tsx'
import { ClientPackages } from './client-packages.tsx'

export type ClientTabProps = { account: ClientAccount; onEdit: (() => void) | undefined }

type ClientTab = {
  /** In the address: `?tab=<id>`. */
  id: string
  label: string
  count?: (counts: ClientAccount['counts']) => number
  Content: ComponentType<ClientTabProps>
}

/** The tabs of a client's page in their order; the first one is there at once, the code of the others comes when they are shown. */
export const clientTabs: readonly [ClientTab, ...ClientTab[]] = [
  { id: 'paquetes', label: 'Paquetes', count: ({ packages }) => packages, Content: ClientPackages },
  {
    id: 'facturas',
    label: 'Facturas',
    count: ({ invoices }) => invoices,
    Content: defer(() => import('./client-invoices.tsx').then((module) => module.ClientInvoices)),
  },
  {
    id: 'estado',
    label: 'Estado de cuenta',
    Content: defer(() => import('./client-statement-tab.tsx').then((module) => module.ClientStatementTab)),
  },
  {
    id: 'mensajes',
    label: 'Mensajes',
    count: ({ messages }) => messages,
    Content: defer(() => import('./client-messages.tsx').then((module) => module.ClientMessages)),
  },
  {
    id: 'datos',
    label: 'Datos',
    Content: defer(() => import('./client-data.tsx').then((module) => module.ClientData)),
  },
]
