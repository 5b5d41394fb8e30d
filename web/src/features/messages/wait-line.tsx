import { useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'

/** Tells that messages wait because no phone is connected. */
export function WaitLine({ notified }: { notified: number }) {
  const { data } = useQuery({ ...read('GET /api/messages/connection'), enabled: notified > 0 })
  const gateway = data?.data.gateway
  if (notified === 0 || gateway === undefined || gateway === 'up') return null
  return <p className="text-yellow-text">WhatsApp no está conectado: los avisos esperan en la cola.</p>
}
