import { useListFilter } from '../../crud/list-filter.ts'
import { read } from '../../lib/api.ts'
import { Page } from '../../ui/layout/page.tsx'
import { exportItems } from '../exports/export-items.tsx'
import { readFilter } from './message-filter.ts'
import { MessageFilters } from './message-filters.tsx'
import { MessageList } from './message-list.tsx'
import { QueueSummary } from './queue-summary.tsx'

/** Every message of the company and the queue that they leave from. */
export function MessagesPage() {
  const { state, filter, clear } = useListFilter(readFilter)
  return (
    <Page title="Mensajes" menu={exportItems(read('GET /api/messages', { query: filter }))}>
      <QueueSummary filter={filter} />
      <MessageFilters filter={filter} onChange={state.setValue} onClear={clear} />
      <MessageList filter={filter} place={state} onClear={clear} />
    </Page>
  )
}
