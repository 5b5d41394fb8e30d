import type { ClientPackage } from '@casillero/shared/contract/client-account'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ResourceList } from '../../crud/resource-page.tsx'
import { read } from '../../lib/api.ts'
import { daysSince, daysText, isLong } from '../../lib/waiting.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { lastOrder, useStatuses } from '../packages/package-choices.ts'
import { invoiceOf, packageNumber, priceText, trackingText, weightText } from '../packages/package-text.ts'
import { ShippingKindLabel } from '../tariffs/shipping-kind.tsx'

const texts = {
  title: 'Paquetes',
  create: 'Recibir paquete',
  empty: 'No hay paquetes en camino ni por retirar',
  emptyHint: 'Los paquetes del cliente aparecen aquí, los que puede retirar primero.',
  failed: 'Error al cargar los paquetes',
}
const deliveredTexts = { ...texts, empty: 'No hay paquetes entregados' }

type ClientPackagesProps = { clientId: string; delivered: number }

/** Ready packages first, the longest wait first; delivered ones only when they are asked for. */
export function ClientPackages({ clientId, delivered }: ClientPackagesProps) {
  const [page, setPage] = useState(1)
  const [isDelivered, setIsDelivered] = useState(false)
  const navigate = useNavigate()
  const last = lastOrder(useStatuses())
  const columns = useMemo(() => columnsOf(last, isDelivered), [last, isDelivered])
  const query = useQuery({
    ...read('GET /api/clients/:id/packages', {
      params: { id: clientId },
      query: { page: String(page), delivered: isDelivered ? 'true' : 'false' },
    }),
    placeholderData: keepPreviousData,
    meta: { failed: texts.failed },
  })
  const show = (next: boolean) => {
    setPage(1)
    setIsDelivered(next)
  }
  const total = query.data?.pagination.total ?? 0
  return (
    <>
      <ResourceList
        texts={isDelivered ? deliveredTexts : texts}
        resource={{ state: { search: '', setSearch: () => undefined, page, setPage }, query }}
        table={{
          columns,
          card: (courierPackage) => <Card courierPackage={courierPackage} last={last} />,
          nameOf: (courierPackage) => `paquete ${packageNumber(courierPackage)}`,
          onOpen: ({ id }) => void navigate(`/paquetes/${id}`, { state: { step: 1 } }),
          look: { minWidth: 760, rowHeight: 56, isOneColumn: true },
        }}
      />
      <p className="mt-2 flex flex-wrap items-center justify-between gap-2 text-help text-muted">
        <span>{isDelivered ? `${total} entregados` : `${total} en camino o por retirar`}</span>
        {isDelivered ? (
          <Button variant="link" size="sm" onClick={() => show(false)}>
            Ver los que faltan
          </Button>
        ) : (
          delivered > 0 && (
            <Button variant="link" size="sm" onClick={() => show(true)}>
              {`Ver ${delivered} entregados`}
            </Button>
          )
        )}
      </p>
    </>
  )
}

const columnsOf = (last: number, isDelivered: boolean): readonly Column<ClientPackage>[] => [
  {
    header: 'Paquete',
    cell: (courierPackage) => (
      <>
        <Link
          to={`/paquetes/${courierPackage.id}`}
          state={{ step: 1 }}
          className={courierPackage.description === null ? 'block truncate text-muted' : 'block truncate font-medium'}
          title={courierPackage.description ?? undefined}
        >
          {courierPackage.description ?? 'Sin descripción'}
        </Link>
        <span className="block truncate text-help text-muted tabular-nums">
          {`${packageNumber(courierPackage)} · ${trackingText(courierPackage)}`}
        </span>
      </>
    ),
  },
  {
    header: 'Método / Peso',
    width: 112,
    cell: (courierPackage) => (
      <>
        <ShippingKindLabel kind={courierPackage.shippingMethod} />
        <span className="block truncate text-help text-muted">{weightText(courierPackage)}</span>
      </>
    ),
  },
  {
    header: 'Estado',
    width: 194,
    cell: ({ status }) => <StatusBadge status={status} last={last} fallback="Sin estado" />,
  },
  ...(isDelivered ? [] : [{ header: 'Espera', width: 84, cell: waitOf }]),
  {
    header: 'Precio / Pago',
    width: 130,
    align: 'end',
    cell: (courierPackage) => (
      <>
        <span className="block font-medium">
          <Amount>{priceText(courierPackage)}</Amount>
        </span>
        <Payment courierPackage={courierPackage} />
      </>
    ),
  },
]

function waitOf({ readyAt }: ClientPackage) {
  if (readyAt === null) return '—'
  const days = daysSince(readyAt)
  return <span className={isLong(days) ? 'font-semibold' : undefined}>{daysText(days)}</span>
}

/** Whether it is invoiced, and whether that invoice is still to be paid. */
function Payment({ courierPackage }: { courierPackage: ClientPackage }) {
  const invoice = invoiceOf(courierPackage)
  if (invoice === undefined) return <span className="text-help text-muted">Sin Facturar</span>
  return (
    <Link
      to={`/facturar/${invoice.id}?tab=facturas`}
      state={{ step: 1 }}
      className={`relative z-1 inline-flex min-h-6 items-center whitespace-nowrap text-help underline ${courierPackage.isOwed ? 'text-yellow-text' : 'text-green-text'}`}
    >
      {`${courierPackage.isOwed ? 'Debe' : 'Pagado'} · #${invoice.companyInvoiceId}`}
    </Link>
  )
}

function Card({ courierPackage, last }: { courierPackage: ClientPackage; last: number }) {
  return (
    <>
      <div className="flex items-center gap-2">
        <span className="text-body text-muted tabular-nums">{packageNumber(courierPackage)}</span>
        <StatusBadge status={courierPackage.status} last={last} fallback="Sin estado" />
        {courierPackage.readyAt !== null && (
          <span className="ml-auto whitespace-nowrap text-help">{waitOf(courierPackage)}</span>
        )}
      </div>
      <p className="mt-1 break-words font-semibold text-body">{courierPackage.description ?? 'Sin descripción'}</p>
      <p className="break-all text-help text-muted tabular-nums">{trackingText(courierPackage)}</p>
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 text-help text-muted">
        <span className="flex items-center gap-1.5">
          <ShippingKindLabel kind={courierPackage.shippingMethod} />
          <span aria-hidden="true">·</span>
          {weightText(courierPackage)}
        </span>
        <span className="ml-auto flex items-baseline gap-2">
          <Payment courierPackage={courierPackage} />
          <span className="font-semibold text-card text-fg">
            <Amount>{priceText(courierPackage)}</Amount>
          </span>
        </span>
      </div>
    </>
  )
}
