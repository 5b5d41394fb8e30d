import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { buttonClass } from '../../ui/controls/button.tsx'

/** Shows a link only if the client has written. */
export function ConversationLink({ clientId }: { clientId: string }) {
  const maySend = useMay()('conversations.answer')
  const query = useQuery({
    ...read('GET /api/conversations', { query: { clientId, state: 'all', limit: '1' } }),
    enabled: maySend,
  })
  const conversation = query.data?.data[0]
  if (conversation === undefined) return null
  return (
    <Link to={`/conversaciones/${conversation.id}`} className={buttonClass('secondary', 'sm')}>
      <MessagesSquare size={15} aria-hidden="true" />
      Abrir conversación
    </Link>
  )
}
