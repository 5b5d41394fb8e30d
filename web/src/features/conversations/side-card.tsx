import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Conversation } from '@casillero/shared/contract/conversations'
import { listInvoicesWith } from '@casillero/shared/domain/figure-lists'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { BellOff, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { PrealertForm } from '../prealerts/prealert-form.tsx'
import { useAccount } from './conversation-calls.ts'
import { SidePackages } from './side-packages.tsx'
import { UnknownNumber } from './unknown-number.tsx'

export function SideCard({ conversation }: { conversation: Conversation }) {
  const { client } = conversation
  const account = useAccount(conversation)
  if (client === null) return <UnknownNumber conversation={conversation} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <div>
        <h2 className="wrap-anywhere font-semibold text-card">{client.name}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Tag>{client.casillero}</Tag>
          <Link
            to={`/clients/${client.id}`}
            className="inline-flex min-h-6 items-center font-medium text-label text-primary-text hover:underline pointer-coarse:min-h-11"
          >
            Ver cliente
          </Link>
        </p>
      </div>
      {!client.allowsMessages && (
        <Note tone="yellow">
          <span className="flex gap-2">
            <BellOff size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
            Pidió no recibir avisos. A lo que pregunte se le puede contestar.
          </span>
        </Note>
      )}
      {account === undefined ? <Bone className="h-14 rounded-lg" /> : <Debt account={account} />}
      <Actions client={client} owes={account !== undefined && account.owed.length > 0} />
      <SidePackages clientId={client.id} />
    </div>
  )
}

function Debt({ account: { client, owed } }: { account: ClientAccount }) {
  if (owed.length === 0)
    return <p className="rounded-lg border border-line px-3 py-2 text-label text-muted">No debe nada</p>
  const count = owed.reduce((sum, debt) => sum + debt.count, 0)
  return (
    <Link
      to={listInvoicesWith({ debt: 'true', clientId: client.id })}
      className="block rounded-lg border border-yellow-line bg-yellow-soft px-3 py-2 text-yellow-text"
    >
      <span className="block text-label">{`Debe · ${count} ${count === 1 ? 'factura' : 'facturas'}`}</span>
      <span className="block font-semibold text-card tabular-nums">
        {owed.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')}
      </span>
    </Link>
  )
}

type Owner = NonNullable<Conversation['client']>

function Actions({ client, owes }: { client: Owner; owes: boolean }) {
  const may = useMay()
  const [isAnnouncing, setIsAnnouncing] = useState(false)
  const links = [
    { label: 'Cobrar', to: `/clients/${client.id}/cobrar`, isOffered: owes && may('payments.write') },
    { label: 'Entregar', to: `/entregar?cliente=${client.id}`, isOffered: may('handovers.write') },
    { label: 'Facturar', to: `/facturar?cliente=${client.id}`, isOffered: may('invoices.write') },
  ].filter(({ isOffered }) => isOffered)
  return (
    <div className="grid grid-cols-2 gap-2 empty:hidden">
      {links.map(({ label, to }) => (
        <Link key={label} to={to} className={buttonClass('secondary', 'sm')}>
          {label}
        </Link>
      ))}
      {may('packages.write') && (
        <Button size="sm" icon={<Plus size={15} aria-hidden="true" />} onClick={() => setIsAnnouncing(true)}>
          Prealerta
        </Button>
      )}
      {isAnnouncing && <PrealertForm owner={client} onClose={() => setIsAnnouncing(false)} />}
    </div>
  )
}
