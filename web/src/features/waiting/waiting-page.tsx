import type { WaitingClient } from '@casillero/shared/contract/waiting'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { listReady } from '@casillero/shared/domain/figure-lists'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { HandHelping, MessageCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourcePage, useResource } from '../../crud/resource-page.tsx'
import { call, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { daysText, isLong } from '../../lib/waiting.ts'
import { cx } from '../../ui/class-names.ts'
import { Tag } from '../../ui/display/tag.tsx'
import { TotalsCard } from '../../ui/layout/totals-card.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { reminderText, whyNotRemind } from '../cash/debt-texts.ts'
import { RemindDialog } from '../cash/remind-dialog.tsx'
import { fullName } from '../client-search/client-name.ts'
import { NoMessages, NoMessagesSign } from '../clients/no-messages.tsx'
import { exportItems } from '../exports/export-items.ts'

const linkPage = ({ id }: WaitingClient): string => `/clients/${id}?tab=paquetes`

const Dash = () => (
  <span className="text-muted" aria-hidden="true">
    —
  </span>
)

const stepColumns = ageSteps.map(
  ({ label }, step): Column<WaitingClient> => ({
    header: label,
    width: 88,
    align: 'end',
    cell: ({ byAge }) => (byAge[step] ? <span className="tabular-nums">{byAge[step]}</span> : <Dash />),
  }),
)

const waitingColumns: readonly Column<WaitingClient>[] = [
  {
    header: 'Cliente',
    cell: (client) => {
      const note = reminderText(client)
      return (
        <div className="py-1.5">
          <span className="flex items-center gap-2">
            <Link to={linkPage(client)} className="wrap-anywhere font-medium hover:underline" title={fullName(client)}>
              {fullName(client)}
            </Link>
            {!client.messagesAllowed && <NoMessagesSign />}
          </span>
          <span className="block wrap-anywhere text-help text-muted">{client.casillero}</span>
          {note !== undefined && <span className="block wrap-anywhere text-help text-muted">{note}</span>}
        </div>
      )
    },
  },
  {
    header: 'Espera',
    width: 80,
    cell: ({ days }) => <span className={cx(isLong(days) && 'font-semibold')}>{daysText(days)}</span>,
  },
  ...stepColumns,
  {
    header: 'Paquetes',
    width: 84,
    align: 'end',
    cell: ({ count }) => <span className="font-semibold tabular-nums">{count}</span>,
  },
  {
    header: 'Peso',
    width: 96,
    align: 'end',
    cell: ({ weight }) => <span className="tabular-nums">{formatWeight(weight)}</span>,
  },
]

function WaitingCard({ client }: { client: WaitingClient }) {
  const note = reminderText(client)
  return (
    <>
      <p className="break-words pr-10 font-semibold text-body">{fullName(client)}</p>
      <div className="mt-1 flex flex-wrap items-center gap-2 pr-10 text-help text-muted">
        <Tag>{client.casillero}</Tag>
        <span className={cx(isLong(client.days) && 'font-semibold')}>{daysText(client.days)}</span>
        {!client.messagesAllowed && <NoMessages />}
      </div>
      <p className="mt-2 flex justify-between gap-3 text-body">
        <span className="font-semibold">{client.count === 1 ? '1 paquete' : `${client.count} paquetes`}</span>
        <span className="tabular-nums">{formatWeight(client.weight)}</span>
      </p>
      {ageSteps.map(({ label }, step) =>
        client.byAge[step] ? (
          <p key={label} className="flex justify-between gap-3 text-help text-muted">
            <span>{label}</span>
            <span className="tabular-nums">{client.byAge[step]}</span>
          </p>
        ) : null,
      )}
      {note !== undefined && <p className="mt-1 text-help text-muted">{note}</p>}
    </>
  )
}

const failed = 'Error al cargar los totales por retirar'

/** Includes packages without an owner, which are not in the list. Does not follow the list's search. */
function WaitingTotals() {
  const query = useQuery({ ...read('GET /api/waiting/totals'), meta: { failed } })
  const totals = query.data?.data
  // Without packages the list says so.
  if (totals?.count === 0) return null
  return (
    <TotalsCard query={query} totals={totals} failed={failed}>
      {({ byAge, weight, count, unowned, statusId }) => (
        <dl className="grid grid-cols-2 gap-px bg-line *:bg-surface sm:grid-cols-3 lg:grid-cols-6">
          {ageSteps.map(({ label, from, to }, step) => (
            <Figure key={label} label={label} value={byAge[step] ?? 0} to={listReady(statusId, { from, to })} />
          ))}
          <Figure label={`En total · ${formatWeight(weight)}`} value={count} to={listReady(statusId)}>
            {unowned > 0 && (
              <Link
                to={listReady(statusId, { isUnowned: true })}
                className="ml-2 font-normal text-help text-muted underline decoration-line underline-offset-3 hover:decoration-current pointer-coarse:py-2.5"
              >
                {`${unowned.toLocaleString('es-NI')} sin dueño`}
              </Link>
            )}
          </Figure>
        </dl>
      )}
    </TotalsCard>
  )
}

type FigureProps = { label: string; value: number; to: string; children?: ReactNode }

function Figure({ label, value, to, children }: FigureProps) {
  return (
    <div className="px-4 py-2">
      <dt className="text-help text-muted">{label}</dt>
      <dd className="font-semibold text-title tabular-nums">
        {value === 0 ? (
          '—'
        ) : (
          <Link to={to} className="hover:underline pointer-coarse:py-2">
            {value.toLocaleString('es-NI')}
          </Link>
        )}
        {children}
      </dd>
    </div>
  )
}

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

function useRowActions(onRemind: (client: WaitingClient) => void) {
  const may = useMay()
  const navigate = useNavigate()
  return (client: WaitingClient): MenuItem[] => [
    ...(may('messages.send')
      ? [
          {
            label: 'Recordar por WhatsApp',
            icon: <MessageCircle size={18} />,
            blocked: whyNotRemind(client),
            run: () => onRemind(client),
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
}

/** docs/product/packages.md, "Por retirar". */
export function WaitingPage() {
  const navigate = useNavigate()
  const resource = useResource(readWaiting, texts)
  const [reminded, setReminded] = useState<WaitingClient>()
  const actions = useRowActions(setReminded)
  const open = ({ id }: WaitingClient) => void navigate(`/clients/${id}?tab=paquetes`)
  return (
    <ResourcePage
      resource={resource}
      exact={({ casillero }) => [casillero]}
      menu={exportItems(readWaiting(resource.state.query))}
      above={<WaitingTotals />}
      table={{
        columns: waitingColumns,
        card: (client) => <WaitingCard client={client} />,
        formatName: fullName,
        onOpen: open,
        actions,
        look: { minWidth: 920, rowHeight: 56, isOneColumn: true },
      }}
    >
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
    </ResourcePage>
  )
}
