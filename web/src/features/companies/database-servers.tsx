import { useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { describeServers } from './describe-servers.ts'

const pollMs = 30_000

export function DatabaseServersLine() {
  const { data } = useQuery({ ...read('GET /api/companies/servers'), refetchInterval: pollMs })
  if (!data) return null
  const { text, isGood } = describeServers(data.data)
  return isGood ? (
    <p className="mt-3 text-help text-muted">{text}</p>
  ) : (
    <Note tone="yellow" className="mt-3">
      {text}
    </Note>
  )
}
