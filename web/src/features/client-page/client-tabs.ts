import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { ComponentType } from 'react'
import { ClientData } from './client-data.tsx'
import { ClientInvoices } from './client-invoices.tsx'
import { ClientMessages } from './client-messages.tsx'
import { ClientPackages } from './client-packages.tsx'
import { ClientStatementTab } from './client-statement-tab.tsx'

export type ClientTabProps = { account: ClientAccount; onEdit: (() => void) | undefined }

type ClientTab = {
  /** The `tab` value in the address, `?tab=<id>`. */
  id: string
  label: string
  count?: (counts: ClientAccount['counts']) => number
  Content: ComponentType<ClientTabProps>
}

/** The first tab's code loads with the page, the others' when shown. */
export const clientTabs: readonly [ClientTab, ...ClientTab[]] = [
  { id: 'paquetes', label: 'Paquetes', count: ({ packages }) => packages, Content: ClientPackages },
  {
    id: 'facturas',
    label: 'Facturas',
    count: ({ invoices }) => invoices,
    Content: ClientInvoices,
  },
  {
    id: 'estado',
    label: 'Estado de cuenta',
    Content: ClientStatementTab,
  },
  {
    id: 'mensajes',
    label: 'Mensajes',
    count: ({ messages }) => messages,
    Content: ClientMessages,
  },
  {
    id: 'datos',
    label: 'Datos',
    Content: ClientData,
  },
]
