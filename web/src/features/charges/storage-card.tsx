import type { Charge } from '@casillero/shared/contract/charges'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Warehouse } from 'lucide-react'
import { useState } from 'react'
import { read } from '../../lib/api.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { ActiveBadge } from './charge-columns.tsx'
import { describeStorage } from './charge-texts.ts'

const StorageForm = defer(() => import('./storage-form.tsx').then((module) => module.StorageForm), DialogWait)

export function StorageCard({ mayWrite }: { mayWrite: boolean }) {
  const query = useQuery(read('GET /api/charges', { query: { includeInactive: 'true' } }))
  const [isOpen, setIsOpen] = useState(false)
  const rule = query.data?.data.find(({ kind }) => kind === 'storage')
  return (
    <Surface className="mb-3 flex min-h-[70px] items-center gap-3.5 py-3 pr-2.5 pl-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-md bg-surface-3 text-muted">
        <Warehouse size={19} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold text-body">
          {rule?.name ?? 'Almacenaje'}
          {rule && <ActiveBadge isActive={rule.isActive} />}
        </h2>
        <RuleText rule={rule} isPending={query.isPending} isKnown={query.isSuccess} />
      </div>
      {mayWrite && query.isSuccess && (
        <IconButton
          label={rule ? 'Editar el almacenaje' : 'Configurar el almacenaje'}
          icon={<Pencil size={18} aria-hidden="true" />}
          onClick={() => setIsOpen(true)}
        />
      )}
      {isOpen && <StorageForm rule={rule} onClose={() => setIsOpen(false)} />}
    </Surface>
  )
}

function RuleText(props: { rule: Charge | undefined; isPending: boolean; isKnown: boolean }) {
  if (props.isPending) return <Bone className="mt-1.5 w-64 animate-late" />
  if (props.rule) return <p className="text-label text-muted">{describeStorage(props.rule)}</p>
  return <p className="text-label text-muted">{props.isKnown ? 'No configurado' : '—'}</p>
}
