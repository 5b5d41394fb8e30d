import { User } from 'lucide-react'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import type { MenuItem } from '../../ui/overlays/menu.tsx'

export function useClientLink(): (client: { id: string } | null) => readonly MenuItem[] {
  const navigate = useNavigate()
  return useCallback(
    (client) =>
      client === null
        ? []
        : [{ label: 'Ver cliente', icon: <User size={18} />, run: () => void navigate(`/clients/${client.id}`) }],
    [navigate],
  )
}
