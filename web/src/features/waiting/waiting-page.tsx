import type { WaitingClient } from '@casillero/shared/contract/waiting'
import { HandHelping, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { call, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Page } from '../../ui/layout/page.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { whyNotRemind } from '../cash/debt-texts.ts'
import { RemindDialog } from '../cash/remind-dialog.tsx'
import { fullName } from '../client-search/client-name.ts'
import { exportItems } from '../exports/export-items.ts'
import { WaitingCard, waitingColumns } from './waiting-columns.tsx'
import { WaitingTotals } from './waiting-totals.tsx'

const texts = {
  title: 'Por retirar',
  search: 'Buscar por nombre o casillero...',
  create: '',
  empty: 'No hay nada por retirar',
  emptyHint: 'Aquí aparecen los clientes con paquetes listos para retirar, la espera más larga primero.',
  noHits: 'Ningún cliente con paquetes por retirar',
  failed: 'Error al cargar lo que está por retirar',
}

const readWaiting = (query: ListQuery) => read('GET /api/waiting', { query })

/** docs/product/packages.md, "Por retirar". */
export function WaitingPage() {
  const may = useMay()
  const navigate = useNavigate()
  const resource = useResource(readWaiting, texts)
  const [reminded, setReminded] = useState<WaitingClient>()
  const open = ({ id }: WaitingClient) => void navigate(`/clients/${id}?tab=paquetes`)
  const listActions = (client: WaitingClient): MenuItem[] => [
    ...(may('messages.send')
      ? [
          {
            label: 'Recordar por WhatsApp',
            icon: <MessageCircle size={18} />,
            blocked: whyNotRemind(client),
            run: () => setReminded(client),
          },
        ]
      : []),
    ...(may('handovers.write')
      ? [
          {
            label: 'Entregar',
            icon: <HandHelping size={18} />,
            run: () => void navigate(`/entregar?cliente=${client.id}`),
          },
        ]
      : []),
  ]
  return (
    <Page
      title={texts.title}
      count={resource.query.data?.pagination.total.toLocaleString('es-NI')}
      menu={exportItems(readWaiting(resource.state.query))}
      search={
        <ResourceSearch
          texts={texts}
          resource={resource}
          read={readWaiting}
          exact={({ casillero }) => [casillero]}
          onOpen={open}
        />
      }
    >
      <WaitingTotals />
      <ResourceList
        texts={texts}
        resource={resource}
        table={{
          columns: waitingColumns,
          card: (client) => <WaitingCard client={client} />,
          formatName: fullName,
          onOpen: open,
          actions: listActions,
          look: { minWidth: 920, rowHeight: 56, isOneColumn: true },
        }}
      />
      {reminded && (
        <RemindDialog
          client={reminded}
          says={
            <>
              Recibirá un mensaje por WhatsApp con lo que tiene por retirar:{' '}
              <b className="font-semibold">{reminded.count === 1 ? '1 paquete' : `${reminded.count} paquetes`}</b>
            </>
          }
          run={() => call('POST /api/clients/:id/waiting-reminders', { params: { id: reminded.id } })}
          onClose={() => setReminded(undefined)}
        />
      )}
    </Page>
  )
}
