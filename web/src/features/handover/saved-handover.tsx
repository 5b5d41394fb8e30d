import type { Handover } from '@casillero/shared/contract/handovers'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { keepFocus, SavedBar } from '../../ui/feedback/saved-bar.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { fullName } from '../client-search/client-name.ts'
import { usePrintKey } from '../invoices/print-invoice.ts'
import { countText } from './handover-texts.ts'
import { usePrintHandover } from './print-handover.ts'

const HandoverDialog = defer(() => import('./handover-dialog.tsx').then((module) => module.HandoverDialog), DialogWait)

/** The hand-over that was just saved; it goes with the next one or its X. */
export function SavedHandover({ saved, onClose }: { saved: Handover; onClose: () => void }) {
  const { print, isPrinting } = usePrintHandover()
  usePrintKey(() => print(saved))
  const [isOpen, setIsOpen] = useState(false)
  const { client, companyHandoverId } = saved
  return (
    <>
      <SavedBar
        label="Entrega registrada"
        done="Entrega registrada"
        title={`Entrega #${companyHandoverId}`}
        onOpen={() => setIsOpen(true)}
        beside={<span className="font-normal text-muted">{countText(saved.packageCount)}</span>}
        name={fullName(client)}
        closeLabel={`Cerrar el aviso de la entrega #${companyHandoverId}`}
        onClose={onClose}
      >
        <Button busy={isPrinting} onMouseDown={keepFocus} onClick={() => print(saved)}>
          Imprimir
        </Button>
      </SavedBar>
      {isOpen && <HandoverDialog handoverId={saved.id} onClose={() => setIsOpen(false)} />}
    </>
  )
}
