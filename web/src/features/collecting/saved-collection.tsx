import { Check, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { usePrintKey } from '../invoices/print-invoice.ts'
import { collectionReceipt, usePrintReceipt } from '../invoices/print-receipt.ts'
import type { SavedNumber } from './use-collecting.ts'

const CollectionDialog = defer(
  () => import('./collection-dialog.tsx').then((module) => module.CollectionDialog),
  DialogWait,
)

/** The collection that was just taken, on its client's page; it goes by its X. docs/product/cash.md, "Collections". */
export function SavedCollection({ saved, onClose }: { saved: SavedNumber; onClose: () => void }) {
  const { print, isPrinting } = usePrintReceipt()
  const printNow = () => print(collectionReceipt(saved))
  usePrintKey(printNow)
  const [isOpen, setIsOpen] = useState(false)
  const name = `Cobro #${saved.companyCollectionId}`
  // A region that arrives with its text is missed.
  const [announced, setAnnounced] = useState('')
  useEffect(() => setAnnounced(`${name} registrado`), [name])
  return (
    <section
      aria-label="Cobro registrado"
      className="mb-3 flex flex-wrap items-center gap-3 rounded-lg border border-green-line bg-surface px-4 py-3"
    >
      <p role="status" className="sr-only">
        {announced}
      </p>
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-green-soft text-green-text">
        <Check size={20} aria-hidden="true" />
      </span>
      <p className="min-w-0 flex-1 text-body">
        <button
          type="button"
          className="rounded-sm font-semibold tabular-nums underline decoration-line underline-offset-3 hover:decoration-current pointer-coarse:py-2.5"
          onClick={() => setIsOpen(true)}
        >
          {name}
        </button>
      </p>
      <Button busy={isPrinting} onClick={printNow}>
        Imprimir
      </Button>
      <IconButton
        label={`Cerrar el aviso del cobro #${saved.companyCollectionId}`}
        tip="Cerrar"
        icon={<X size={18} aria-hidden="true" />}
        onClick={onClose}
      />
      {isOpen && <CollectionDialog collectionId={saved.id} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
