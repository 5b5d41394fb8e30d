import { useQuery } from '@tanstack/react-query'
import { FilterLine, FilterWait } from '../../crud/filter-line.tsx'
import { useFilters } from '../../crud/list-filter.ts'
import { read } from '../../lib/api.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { exportItems } from '../exports/export-items.ts'
import { messageReaders } from './message-filter.ts'
import { MessageList, requestMessages } from './message-list.tsx'
import { QueueSummary } from './queue-summary.tsx'

const MessageFilters = defer(() => import('./message-filters.tsx').then((module) => module.MessageFilters), FilterWait)

export function MessagesPage() {
  const { state, query: filter, clear, order } = useFilters(messageReaders, '-createdAt')
  // The list below asks for the same.
  const total = useQuery({ ...requestMessages(filter, state.page), enabled: false }).data?.pagination.total
  return (
    <Page title="Mensajes" menu={exportItems(read('GET /api/messages', { query: filter }))}>
      <QueueSummary filter={filter} />
      <FilterLine list="messages" state={state} total={total} isFiltered={clear !== undefined} Parts={MessageFilters} />
      <MessageList filter={filter} place={state} order={order} onClear={clear} />
    </Page>
  )
}
