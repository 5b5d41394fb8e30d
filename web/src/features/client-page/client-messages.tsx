import { ConversationLink } from '../conversation-link/conversation-link.tsx'
import { MessageTab } from '../messages/message-list.tsx'
import type { ClientTabProps } from './client-tabs.ts'

export const ClientMessages = ({ account }: ClientTabProps) => (
  <>
    <p className="mb-3 empty:hidden">
      <ConversationLink clientId={account.client.id} />
    </p>
    <MessageTab filter={{ clientId: account.client.id }} />
  </>
)
