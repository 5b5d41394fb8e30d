import { useEffect, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { SavedBar } from '../../ui/feedback/saved-bar.tsx'
import { usePrintKey } from '../invoices/print-invoice.ts'
import { collectionReceipt, usePrintReceipt } from '../invoices/print-receipt.ts'
import { ChangeInBar } from '../taking/change-large.tsx'
import { CollectionDialog } from './collection-dialog.tsx'
import type { SavedNumber } from './use-collecting.ts'

/** docs/product/cash.md, "Collections". */
export function SavedCollection({ saved, onClose }: { saved: SavedNumber; onClose: () => void }) {
  const { print, isPrinting } = usePrintReceipt()
  const printNow = () => print(collectionReceipt(saved))
  usePrintKey(printNow)
  const [isOpen, setIsOpen] = useState(false)
  const name = `Cobro #${saved.companyCollectionId}`
  // A region that arrives with its text is missed by screen readers.
  const [announced, setAnnounced] = useState('')
  useEffect(() => setAnnounced(`${name} registrado`), [name])
  return (
    <>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <SavedBar
        label="Cobro registrado"
        done="Cobro registrado"
        title={name}
        onOpen={() => setIsOpen(true)}
        now={<ChangeInBar change={saved.change} />}
        closeLabel={`Cerrar el aviso del cobro #${saved.companyCollectionId}`}
        onClose={onClose}
      >
        <Button busy={isPrinting} onClick={printNow}>
          Imprimir
        </Button>
      </SavedBar>
      {isOpen && <CollectionDialog collectionId={saved.id} onClose={() => setIsOpen(false)} />}
    </>
  )
}
