import type { HandoverRow } from '@casillero/shared/contract/handovers'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { useMemo, useState } from 'react'
import { ResourceList, useOwnPlace, useRows } from '../../crud/resource-page.tsx'
import { read } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { Badge } from '../../ui/display/badge.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { fullName } from '../client-search/client-name.ts'
import { exportItems } from '../exports/export-items.ts'
import { HandoverDialog } from './handover-dialog.tsx'
import { countText } from './handover-texts.ts'

type HandoverListProps = {
  title: string
  clientId?: string
}

/** Lists hand-overs, newest first. A row opens its details. */
export function HandoverList({ title, clientId }: HandoverListProps) {
  const place = useOwnPlace()
  const [opened, setOpened] = useState<string>()
  const texts = {
    title,
    create: '',
    empty: 'No hay entregas',
    emptyHint: 'Aquí aparece quién retiró qué paquetes, la entrega más nueva primero.',
    failed: 'Error al cargar las entregas',
  }
  const query = { page: String(place.page), limit: '10', clientId }
  const resource = useRows(place, read('GET /api/handovers', { query }), texts)
  const columns = useMemo(
    () => buildColumns(setOpened).filter(({ header }) => clientId === undefined || header !== 'Cliente'),
    [clientId],
  )
  return (
    <>
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="font-semibold text-card">{title}</h2>
        <MenuButton items={exportItems(read('GET /api/handovers', { query: { clientId } }))} />
      </div>
      <ResourceList
        resource={resource}
        table={{
          columns,
          card: (handover) => <Card handover={handover} hasClient={clientId === undefined} />,
          formatName: (handover) => `entrega #${handover.companyHandoverId}`,
          onOpen: ({ id }) => setOpened(id),
          look: { minWidth: 720, rowHeight: 56 },
        }}
      />
      {opened && <HandoverDialog key={opened} handoverId={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const formatName = ({ client }: HandoverRow): string => fullName(client)
const strike = ({ undoneAt }: HandoverRow) => undoneAt !== null && 'line-through'

const buildColumns = (open: (id: string) => void): readonly Column<HandoverRow>[] => [
  {
    header: 'Entrega',
    width: 120,
    cell: (handover) => <NumberCell handover={handover} onOpen={() => open(handover.id)} />,
  },
  {
    header: 'Cliente',
    cell: (handover) => (
      <>
        <span className="block wrap-anywhere font-medium" title={formatName(handover)}>
          {formatName(handover)}
        </span>
        <span className="block wrap-anywhere text-help text-muted">{handover.client.casillero}</span>
      </>
    ),
  },
  {
    header: 'Retiró',
    cell: ({ receivedBy }) => (
      <>
        <span className="block wrap-anywhere" title={receivedBy.name}>
          {receivedBy.name}
        </span>
        <span className="block wrap-anywhere text-help text-muted tabular-nums">{receivedBy.cedula}</span>
      </>
    ),
  },
  {
    header: 'Paquetes',
    width: 110,
    cell: ({ packageCount, weight }) => (
      <>
        <span className="block">{countText(packageCount)}</span>
        <span className="block text-help text-muted tabular-nums">{formatWeight(weight)}</span>
      </>
    ),
  },
  {
    header: 'Fecha',
    width: 170,
    cell: ({ createdAt, createdBy }) => (
      <>
        <time dateTime={createdAt} className="block">
          {formatDateTime(createdAt)}
        </time>
        <span className="block wrap-anywhere text-help text-muted">{createdBy.fullName}</span>
      </>
    ),
  },
]

function NumberCell({ handover, onOpen }: { handover: HandoverRow; onOpen: () => void }) {
  return (
    <span className="flex items-center gap-2">
      <button
        type="button"
        aria-label={`Abrir: entrega #${handover.companyHandoverId}`}
        className={cx('min-h-6 rounded-sm font-semibold tabular-nums hover:underline', strike(handover))}
        onClick={onOpen}
      >
        {`#${handover.companyHandoverId}`}
      </button>
      {handover.undoneAt !== null && <Badge tone="grey">Deshecha</Badge>}
    </span>
  )
}

function Card({ handover, hasClient }: { handover: HandoverRow; hasClient: boolean }) {
  return (
    <>
      <div className="flex items-center gap-2">
        <span className={cx('font-semibold text-body tabular-nums', strike(handover))}>
          {`#${handover.companyHandoverId}`}
        </span>
        {handover.undoneAt !== null && <Badge tone="grey">Deshecha</Badge>}
        <span className="ml-auto whitespace-nowrap text-help text-muted tabular-nums">
          {`${countText(handover.packageCount)} · ${formatWeight(handover.weight)}`}
        </span>
      </div>
      {hasClient && <p className="mt-1 break-words font-medium text-body">{formatName(handover)}</p>}
      <p className="break-words text-help text-muted">{`Retiró ${handover.receivedBy.name}`}</p>
      <p className="text-help text-muted">{formatDateTime(handover.createdAt)}</p>
    </>
  )
}
