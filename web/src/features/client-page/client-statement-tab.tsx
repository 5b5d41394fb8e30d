import { ClientStatement } from '../client-statement/client-statement.tsx'
import type { ClientTabProps } from './client-tabs.ts'

export const ClientStatementTab = ({ account: { client } }: ClientTabProps) => (
  <ClientStatement clientId={client.id} casillero={client.casillero} />
)
