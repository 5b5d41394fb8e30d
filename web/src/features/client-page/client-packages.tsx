import type { ClientPackage } from '@casillero/shared/contract/client-account'
import type { Status } from '@casillero/shared/contract/statuses'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Eye, Pencil, ReceiptText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { ResourceList } from '../../crud/resource-page.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useIsWide, useMedia } from '../../ui/layout/media.ts'
import { selectionControls } from '../../ui/lists/selection.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { HandoverList } from '../handover/handover-list.tsx'
import { lastOrder, useStatuses } from '../packages/package-choices.ts'
import { selectionText, usePackageSelection, useStatusUndo } from '../packages/package-selection.ts'
import { findInvoice, packageNumber } from '../packages/package-text.ts'
import { StatusDialog } from '../packages/status-dialog.tsx'
import { StatusMenu } from '../packages/status-menu.tsx'
import { ClientPackageCard, clientPackageColumns, invoicePath } from './client-package-columns.tsx'
import type { ClientTabProps } from './client-tabs.ts'
import { useToBill } from './use-to-bill.ts'

const texts = {
  title: 'Paquetes',
  create: 'Recibir paquete',
  empty: 'No hay paquetes en camino ni por retirar',
  emptyHint: 'Los paquetes del cliente aparecen aquí, los que puede retirar primero.',
  failed: 'Error al cargar los paquetes',
}
const deliveredTexts = { ...texts, empty: 'No hay paquetes entregados' }

export function ClientPackages({ account }: ClientTabProps) {
  const clientId = account.client.id
  const { delivered } = account.counts
  const may = useMay()
  const mayWrite = may('packages.write')
  const isWide = useIsWide()
  const [page, setPage] = useState(1)
  const [isDelivered, setIsDelivered] = useState(false)
  const [status, setStatus] = useState<Status>()
  const navigate = useNavigate()
  const statuses = useStatuses()
  const last = lastOrder(statuses)
  const { charged } = useToBill(clientId)
  const hasRoom = useMedia('(min-width: 1264px)')
  const columns = useMemo(
    () => clientPackageColumns({ last, isDelivered, charged, hasRoom }),
    [last, isDelivered, charged, hasRoom],
  )
  const query = useQuery({
    ...read('GET /api/clients/:id/packages', {
      params: { id: clientId },
      query: { page: String(page), delivered: isDelivered ? 'true' : 'false' },
    }),
    placeholderData: keepPreviousData,
    meta: { failed: texts.failed },
  })
  const rows = query.data?.data ?? []
  const { chosen, choose, toggle } = usePackageSelection(rows)
  const offerUndo = useStatusUndo()
  const open = (to: string) => void navigate(to, { state: { step: 1 } })
  const actions = (courierPackage: ClientPackage): MenuItem[] => {
    const invoice = findInvoice(courierPackage)
    if (invoice !== undefined) {
      return [{ label: 'Ver factura', icon: <ReceiptText size={18} />, run: () => open(invoicePath(invoice.id)) }]
    }
    const run = () => open(`/paquetes/${courierPackage.id}`)
    if (mayWrite) return [{ label: 'Editar', icon: <Pencil size={18} />, run }]
    return [{ label: 'Ver detalles', icon: <Eye size={18} />, run }]
  }
  const show = (next: boolean) => {
    setPage(1)
    choose(new Set())
    setIsDelivered(next)
  }
  const total = query.data?.pagination.total ?? 0
  const foot = (
    <p className="flex flex-wrap items-center justify-between gap-2 border-line border-t py-1 pr-1 pl-4 text-label text-muted">
      <span>{`${countText(total)} ${isDelivered ? (total === 1 ? 'entregado' : 'entregados') : 'en camino o por retirar'}`}</span>
      {isDelivered ? (
        <Button variant="link" size="sm" onClick={() => show(false)}>
          Ver los que faltan
        </Button>
      ) : (
        delivered > 0 && (
          <Button variant="link" size="sm" onClick={() => show(true)}>
            {delivered === 1 ? 'Ver 1 entregado' : `Ver ${delivered} entregados`}
          </Button>
        )
      )}
    </p>
  )
  return (
    <>
      <ResourceList
        texts={isDelivered ? deliveredTexts : texts}
        resource={{ state: { search: '', setSearch: () => undefined, page, setPage }, query }}
        foot={query.data && total + delivered > 0 && foot}
        table={{
          columns,
          card: (courierPackage) => (
            <ClientPackageCard charged={charged} courierPackage={courierPackage} last={last} hasMenu={isWide} />
          ),
          formatName: (courierPackage) => `paquete ${packageNumber(courierPackage)}`,
          onOpen: ({ id }) => open(`/paquetes/${id}`),
          look: { minWidth: 760, rowHeight: 56, isOneColumn: true },
          // A card opens as a whole, and has no more to offer.
          ...(isWide && { actions }),
          selection:
            isWide && mayWrite
              ? {
                  ...selectionControls,
                  chosen,
                  onChange: choose,
                  onToggle: toggle,
                  text: () => selectionText(chosen, rows),
                  actions: <StatusMenu statuses={statuses} onChoose={setStatus} />,
                }
              : undefined,
        }}
      />
      {isDelivered && (
        <div className="mt-4">
          <HandoverList title="Entregas" clientId={clientId} />
        </div>
      )}
      {status && (
        <StatusDialog
          packageIds={[...chosen]}
          status={status}
          onDone={(change) => {
            setStatus(undefined)
            choose(new Set())
            offerUndo(change)
          }}
          onClose={() => setStatus(undefined)}
        />
      )}
    </>
  )
}

const countText = (count: number): string => (count === 1 ? '1 paquete' : `${count} paquetes`)
