import type { Client } from '@casillero/shared/contract/clients'
import type { UnownedPackage } from '@casillero/shared/contract/unowned'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ClientSearch } from '../client-search/client-search.tsx'
import { formatLabel, formatName } from './unowned-texts.ts'

type OwnerDialogProps = { row: UnownedPackage; onChoose: (client: Client) => void; onClose: () => void }

/** For a package whose owner is not among the suggestions. */
export function OwnerDialog({ row, onChoose, onClose }: OwnerDialogProps) {
  return (
    <Dialog title={`¿De quién es el ${formatName(row)}?`} size="md" onClose={onClose}>
      <div className="grid min-h-[380px] content-start gap-3 px-5 pt-1 pb-5">
        <p className="text-body">
          La etiqueta dice <b className="break-words font-semibold">{formatLabel(row)}</b>.
        </p>
        <ClientSearch label="Cliente" onChoose={onChoose} />
      </div>
    </Dialog>
  )
}
