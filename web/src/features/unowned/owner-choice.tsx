import type { UnownedPackage } from '@casillero/shared/contract/unowned'
import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { fullName } from '../client-search/client-name.ts'
import { formatName, formatReason } from './unowned-texts.ts'
import type { Assigning } from './use-assigning.ts'

type OwnerChoiceProps = { row: UnownedPackage; assigning: Assigning; isFirst: boolean; onSearch: () => void }

/** Unless the user is somewhere already: Enter assigns it. A touch screen has no Enter. */
function focusFirst() {
  const isIdle = document.activeElement === document.body || document.activeElement?.id === 'contenido'
  if (isIdle && matchMedia('(pointer: fine)').matches)
    document.querySelector<HTMLElement>('[data-owner]')?.focus({ preventScroll: true })
}

/** The likeliest with a button, the others behind their count. */
export function OwnerChoice({ row, assigning, isFirst, onSearch }: OwnerChoiceProps) {
  useEffect(() => {
    // A list that finds out its width is drawn anew and loses the focus.
    if (isFirst) focusFirst()
  }, [isFirst])
  const mayAssign = useMay()('packages.write')
  const [first, ...others] = row.candidates
  if (first === undefined) {
    return mayAssign ? (
      <Button
        data-owner={row.id}
        aria-label={`Buscar cliente: ${formatName(row)}`}
        icon={<Search size={16} aria-hidden="true" />}
        className="w-full justify-start! font-normal! text-muted!"
        busy={assigning.busyId === row.id}
        onClick={onSearch}
      >
        Buscar cliente...
      </Button>
    ) : (
      <span className="text-muted">—</span>
    )
  }
  return (
    <div className="flex items-center gap-2 py-1.5 max-md:flex-wrap max-md:py-0">
      <div className="min-w-0 flex-1 whitespace-normal max-md:basis-full">
        <span className="block break-words font-medium">{fullName(first)}</span>
        <span className="block break-words text-help text-muted">
          <span className="font-medium">{first.casillero}</span> {formatReason(first)}
        </span>
      </div>
      {mayAssign && (
        <>
          <Menu
            items={[
              ...others.map((other) => ({
                label: `${fullName(other)} (${other.casillero})`,
                run: () => assigning.assign(row, other),
              })),
              { label: 'Otro cliente...', icon: <Search size={16} />, run: onSearch },
            ]}
            trigger={(trigger) => (
              <Button {...trigger} variant="link" size="sm" aria-label={`Otros clientes: ${formatName(row)}`}>
                {others.length > 0 ? `+${others.length}` : 'Otro'}
              </Button>
            )}
          />
          <Button
            data-owner={row.id}
            size="sm"
            aria-label={`Asignar a ${fullName(first)}: ${formatName(row)}`}
            busy={assigning.busyId === row.id}
            className="max-md:flex-1"
            onClick={() => assigning.assign(row, first)}
          >
            Asignar
          </Button>
        </>
      )}
    </div>
  )
}
