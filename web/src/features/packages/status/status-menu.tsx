import type { Status } from '@casillero/shared/contract/statuses'
import { ChevronDown, CircleDot } from 'lucide-react'
import { Button } from '../../../ui/controls/button.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'

type StatusMenuProps = { statuses: readonly Status[]; onChoose: (status: Status) => void }

export function StatusMenu({ statuses, onChoose }: StatusMenuProps) {
  return (
    <Menu
      items={statuses.map((status) => ({ label: status.name, run: () => onChoose(status) }))}
      trigger={(trigger) => (
        <Button {...trigger} icon={<CircleDot size={16} aria-hidden="true" />}>
          Cambiar estado
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      )}
    />
  )
}
