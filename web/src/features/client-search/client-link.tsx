import { User } from 'lucide-react'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import type { MenuItem } from '../../ui/overlays/menu.tsx'

/** Leads from the menu of a card to the page of its client; a row without a client has no such item. */
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
