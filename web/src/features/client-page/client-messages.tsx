import { MessageTab } from '../messages/message-list.tsx'
import type { ClientTabProps } from './client-tabs.ts'

export const ClientMessages = ({ account }: ClientTabProps) => <MessageTab filter={{ clientId: account.client.id }} />
