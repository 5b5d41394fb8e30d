import { useNavigate } from 'react-router'
import { useListState } from '../../crud/list-state.ts'
import { Page } from '../../ui/page.tsx'
import { readFilter } from './message-filter.ts'
import { MessageFilters } from './message-filters.tsx'
import { MessageList } from './message-list.tsx'
import { QueueSummary } from './queue-summary.tsx'

/** Every message of the company and the queue that they leave from. */
export function MessagesPage() {
  const navigate = useNavigate()
  const state = useListState()
  const filter = readFilter(state.value)
  const isFiltered = Object.values(filter).some((chosen) => chosen !== undefined)
  const clear = isFiltered ? () => void navigate({ search: '' }, { replace: true }) : undefined
  return (
    <Page title="Mensajes">
      <QueueSummary />
      <MessageFilters filter={filter} onChange={state.setValue} onClear={clear} />
      <MessageList filter={filter} place={state} onClear={clear} />
    </Page>
  )
}
