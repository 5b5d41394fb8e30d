import type { AuditEntry } from '@casillero/shared/contract/audit'
import { auditedEntities } from '@casillero/shared/domain/audited-entity'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { FilterWait } from '../../crud/filter-line.tsx'
import { type FilterReaders, readChoice, readDayOrAge, readId, useFilters } from '../../crud/list-filter.ts'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourcePage, useResource } from '../../crud/resource-page.tsx'
import { read } from '../../lib/api.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { exportItems } from '../exports/export-items.ts'
import { type Change, listChanges, splitChanges } from './audit-changes.ts'
import { describeEvent, sentenceOfDeed } from './audit-deed.ts'
import type { Names } from './audit-formats.ts'

const shownAtOnce = 4
const shownOfNew = 2

const auditColumns = (names: Names): readonly Column<AuditEntry>[] => [
  { header: 'Cuándo', order: 'at', width: 174, cell: (entry) => <When entry={entry} /> },
  {
    header: 'Quién',
    width: 184,
    cell: ({ userName, userCompany }) => (
      <div className="whitespace-normal break-words">
        {userName}
        {userCompany !== null && <span className="block text-help text-muted">de {userCompany}</span>}
      </div>
    ),
  },
  {
    header: 'Qué',
    width: 224,
    cell: (entry) => (
      <div className="whitespace-normal break-words">
        <Deed entry={entry} />
      </div>
    ),
  },
  { header: 'Cambios', cell: (entry) => <Changes entry={entry} names={names} /> },
]

function AuditCard({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { userName, userCompany } = entry
  return (
    <>
      <p className="break-words text-body">
        <Deed entry={entry} />
      </p>
      <p className="mt-0.5 mb-1.5 break-words text-help text-muted">
        {userCompany === null ? userName : `${userName} de ${userCompany}`} · <When entry={entry} />
      </p>
      <Changes entry={entry} names={names} />
    </>
  )
}

const When = ({ entry: { at } }: { entry: AuditEntry }) => (
  <time dateTime={at} className="whitespace-nowrap tabular-nums">
    {formatDateTime(at)}
  </time>
)

function Deed({ entry }: { entry: AuditEntry }) {
  const { deed, what, rest, about } = describeEvent(entry)
  return (
    <>
      {deed} <b className="font-semibold">{what}</b>
      {rest}
      {about !== undefined && <span className="block text-help text-muted">{about}</span>}
      {entry.targetCompany !== null && <span className="block text-help text-muted">en {entry.targetCompany}</span>}
    </>
  )
}

/** Shows the rest on demand, because a new record's first values are seldom needed. */
function Changes({ entry, names }: { entry: AuditEntry; names: Names }) {
  const most = entry.action === 'insert' ? shownOfNew : shownAtOnce
  const { first, rest } = splitChanges(entry, listChanges(entry, names), most)
  return (
    <div className="whitespace-normal text-[13px] leading-5">
      <ChangeList changes={first} />
      {rest.length > 0 && (
        <details className="group">
          <summary className="flex min-h-6 w-fit cursor-pointer items-center rounded-sm font-medium text-primary-text">
            <span className="group-open:hidden">
              {rest.length === 1 ? 'Ver 1 dato más' : `Ver ${rest.length} datos más`}
            </span>
            <span className="hidden group-open:inline">Ver menos</span>
          </summary>
          <ChangeList changes={rest} />
        </details>
      )}
    </div>
  )
}

function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <ul>
      {changes.map((change) => (
        <li key={change.label} className="break-words">
          <ChangeText change={change} />
        </li>
      ))}
    </ul>
  )
}

function ChangeText({ change: { label, before, after } }: { change: Change }) {
  if (after === undefined && before === undefined) return <span className="text-muted">{label}: cambió</span>
  return (
    <>
      <span className="text-muted">{label}:</span> {before}
      {before !== undefined && (
        <>
          <ArrowRight size={13} className="mx-1 inline-block text-muted" aria-hidden="true" />
          <span className="sr-only"> pasó a </span>
        </>
      )}
      {after}
    </>
  )
}

const auditReaders: FilterReaders = {
  entity: (value) => readChoice(auditedEntities, value),
  userId: readId,
  from: readDayOrAge,
  to: readDayOrAge,
  sort: (value) => readChoice(['at', '-at'], value),
}

const AuditFilters = defer(() => import('./audit-filters.tsx').then((module) => module.AuditFilters), FilterWait)

const texts = {
  title: 'Bitácora',
  create: '',
  empty: 'No se encontraron movimientos',
  emptyHint: 'Cada cambio que alguien guarda queda aquí, con quién y cuándo.',
  failed: 'Error al cargar la bitácora',
}

export function AuditPage() {
  const { query: filter, order, filters } = useFilters('audit', auditReaders, '-at', AuditFilters)
  const readLog = ({ page }: ListQuery) => read('GET /api/audit', { query: { page, ...filter } })
  const resource = useResource(readLog, texts)
  const names = useNames()

  return (
    <ResourcePage
      resource={resource}
      filters={filters}
      menu={exportItems(readLog(resource.state.query))}
      table={{
        columns: auditColumns(names),
        order,
        card: (entry) => <AuditCard entry={entry} names={names} />,
        formatName: sentenceOfDeed,
        look: { minWidth: 820, rowHeight: 56, rowClass: () => '[&>td]:py-3 [&>td]:align-top' },
      }}
    />
  )
}

function useNames(): Names {
  const statuses = useQuery(read('GET /api/statuses')).data?.data ?? []
  const tariffs = useQuery(read('GET /api/tariffs')).data?.data ?? []
  const users = useQuery(read('GET /api/users', { query: { page: '1', limit: '100' } })).data?.users ?? []
  const named = [...statuses, ...tariffs, ...users.map(({ id, fullName: name }) => ({ id, name }))]
  return new Map(named.map(({ id, name }) => [id, name]))
}
