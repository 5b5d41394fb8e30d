import type { Debtor } from '@casillero/shared/contract/debts'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { HandCoins, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { call, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Toolbar } from '../../ui/layout/toolbar.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { fullName } from '../client-search/client-name.ts'
import { DebtCard, debtColumns } from './debt-columns.tsx'
import { whyNotRemind } from './debt-texts.ts'
import { DebtTotals } from './debt-totals.tsx'
import { RemindDialog } from './remind-dialog.tsx'

const texts = {
  title: 'Por cobrar',
  search: 'Buscar por nombre o casillero...',
  create: '',
  empty: 'No hay nada por cobrar',
  emptyHint: 'Aquí aparecen los clientes con facturas pendientes, la deuda más vieja primero.',
  noHits: 'Ningún cliente que deba',
  failed: 'Error al cargar lo que está por cobrar',
}

const readDebtors = (query: ListQuery) => read('GET /api/debts', { query })

/** docs/product/cash.md, "Debts". */
export function DebtsPanel() {
  const may = useMay()
  const navigate = useNavigate()
  const resource = useResource(readDebtors, texts)
  const clients = useQuery(read('GET /api/debts', { query: { page: '1', limit: '1' } })).data?.pagination.total
  const [reminded, setReminded] = useState<Debtor>()
  const open = ({ id }: Debtor) => void navigate(`/clients/${id}?tab=estado`)
  const listActions = (debtor: Debtor): MenuItem[] => [
    ...(may('messages.send')
      ? [
          {
            label: 'Recordar por WhatsApp',
            icon: <MessageCircle size={18} />,
            blocked: whyNotRemind(debtor),
            run: () => setReminded(debtor),
          },
        ]
      : []),
    ...(may('payments.write')
      ? [
          {
            label: 'Cobrar',
            icon: <HandCoins size={18} />,
            run: () => void navigate(`/clients/${debtor.id}/cobrar`),
          },
        ]
      : []),
  ]
  return (
    <>
      <DebtTotals clients={clients} />
      <Toolbar>
        <ResourceSearch
          texts={texts}
          resource={resource}
          read={readDebtors}
          exact={({ casillero }) => [casillero]}
          onOpen={open}
        />
      </Toolbar>
      <ResourceList
        texts={texts}
        resource={resource}
        table={{
          columns: debtColumns,
          card: (debtor) => <DebtCard debtor={debtor} />,
          formatName: fullName,
          onOpen: open,
          actions: listActions,
          look: { minWidth: 900, rowHeight: 56, isOneColumn: true },
        }}
      />
      {reminded && (
        <RemindDialog
          client={reminded}
          says={
            <>
              Recibirá por WhatsApp lo que debe:{' '}
              <b className="font-semibold">
                {reminded.debts.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')}
              </b>
            </>
          }
          run={() => call('POST /api/clients/:id/reminders', { params: { id: reminded.id } })}
          onClose={() => setReminded(undefined)}
        />
      )}
    </>
  )
}
