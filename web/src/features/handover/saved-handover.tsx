import type { Handover } from '@casillero/shared/contract/handovers'
import { Check, X } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { usePrintKey } from '../invoices/print-invoice.ts'
import { countText } from './handover-texts.ts'
import { usePrintHandover } from './print-handover.ts'

const HandoverDialog = defer(() => import('./handover-dialog.tsx').then((module) => module.HandoverDialog), DialogWait)

// A pressed button would take the focus from the field that the next scan goes to.
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** The hand-over that was just saved; it goes with the next one or its X. */
export function SavedHandover({ saved, onClose }: { saved: Handover; onClose: () => void }) {
  const { print, isPrinting } = usePrintHandover()
  usePrintKey(() => print(saved))
  const [isOpen, setIsOpen] = useState(false)
  const { client } = saved
  return (
    <section
      aria-label="Entrega registrada"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2.5 rounded-lg border border-green-line bg-surface px-4 py-3"
    >
      <span className="grid size-9 shrink-0 place-items-center self-start rounded-md bg-green-soft text-green-text">
        <Check size={20} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-40 text-body">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold tabular-nums">
          <button
            type="button"
            className="rounded-sm font-semibold underline decoration-line underline-offset-3 hover:decoration-current pointer-coarse:py-2.5"
            onClick={() => setIsOpen(true)}
          >
            {`Entrega #${saved.companyHandoverId}`}
          </button>
          <span className="font-normal text-muted">{countText(saved.packageCount)}</span>
        </p>
        <p className="break-words">{`${client.firstName} ${client.lastNames}`}</p>
      </div>
      <div className="order-last grid w-full gap-2 md:order-none md:flex md:w-auto">
        <Button busy={isPrinting} onMouseDown={keepFocus} onClick={() => print(saved)}>
          Imprimir
        </Button>
      </div>
      <IconButton
        label={`Cerrar el aviso de la entrega #${saved.companyHandoverId}`}
        tip="Cerrar"
        icon={<X size={18} aria-hidden="true" />}
        className="max-md:self-start"
        onMouseDown={keepFocus}
        onClick={onClose}
      />
      {isOpen && <HandoverDialog handoverId={saved.id} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
