import type { ComingClient } from '@casillero/shared/contract/coming-client'
import type { Handover, HandoverDesk } from '@casillero/shared/contract/handovers'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { keepFocus, SavedBar } from '../../ui/feedback/saved-bar.tsx'
import { useIsAtLeast } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { fullName } from '../client-search/client-name.ts'
import { usePrintKey } from '../invoices/print-invoice.ts'
import { ComingList } from './coming-list.tsx'
import { joinedText } from './coming-texts.ts'
import { useHandoverDesk } from './handover-desk.ts'
import { HandoverDialog } from './handover-dialog.tsx'
import { HandoverList } from './handover-list.tsx'
import { HandoverParts } from './handover-parts.tsx'
import { countText } from './handover-texts.ts'
import { usePrintHandover } from './print-handover.ts'
import { ScanField } from './scan-field.tsx'

const pollMs = 10_000

/** Also returns the sentence about clients who joined since. */
function useComing(): { coming: readonly ComingClient[]; joined: string } {
  const { data } = useQuery({ ...read('GET /api/handovers/coming'), refetchInterval: pollMs })
  const coming = data?.data
  const known = useRef<ReadonlySet<string>>(undefined)
  const [joined, setJoined] = useState('')
  useEffect(() => {
    if (coming === undefined) return
    const before = known.current
    known.current = new Set(coming.map(makeKey))
    setJoined(before === undefined ? '' : joinedText(coming.filter((client) => !before.has(makeKey(client)))))
  }, [coming])
  return { coming: coming ?? [], joined }
}

/** A client who announces again gets a new key. */
const makeKey = ({ id, announcedAt }: ComingClient): string => `${id} ${announcedAt}`

/** docs/product/handovers.md, "The screen". */
export function HandoverPage() {
  const may = useMay()
  return may('handovers.write') ? <ClerkPage /> : <ReaderPage />
}

const ReaderPage = () => (
  <Page title="Entregar">
    <HandoverList title="Entregas" />
  </Page>
)

/** Runs once for `/entregar?cliente=<id>&paquetes=<id>,<id>`. */
function useAsked(arrive: (clientId: string, packageIds: readonly string[] | undefined) => void): void {
  const [params, setParams] = useSearchParams()
  const clientId = params.get('cliente')
  const packageIds = params.get('paquetes')
  const take = useEffectEvent(arrive)
  const forget = useEffectEvent(() => setParams({}, { replace: true }))
  useEffect(() => {
    if (clientId === null) return
    take(clientId, packageIds?.split(','))
    forget()
  }, [clientId, packageIds])
}

function ClerkPage() {
  const { coming, joined } = useComing()
  const desk = useHandoverDesk(coming)
  const { form, saved, asked } = desk
  const box = useRef<HTMLDivElement>(null)
  const isTwoColumns = useIsAtLeast(box, 860)
  useUnsavedWork(form !== undefined && (form.ticks.size > 0 || form.signature !== null))
  useAsked(desk.arrive)
  return (
    <Page title="Entregar">
      {/* Rendered from the start: screen readers miss a live region that appears with its text. */}
      <p role="status" className="sr-only">
        {saved && `Entrega registrada exitosamente: #${saved.companyHandoverId}`}
      </p>
      <p role="status" className="sr-only">
        {joined}
      </p>
      {saved && <SavedHandover key={saved.id} saved={saved} onClose={desk.closeSaved} />}
      <div ref={box}>
        {form === undefined ? (
          <>
            <ScanField desk={desk} />
            <ComingList
              coming={coming}
              isWide={isTwoColumns ?? false}
              onAttend={(clientId) => desk.arrive(clientId, undefined)}
            />
            <div className="mt-5">
              <HandoverList title="Últimas entregas" />
            </div>
          </>
        ) : (
          <HandoverParts desk={desk} form={form} isTwoColumns={isTwoColumns ?? false} />
        )}
      </div>
      {asked && <OtherClientDialog asked={asked} onAnswer={desk.answerAsked} />}
    </Page>
  )
}

/** Stays until the next hand-over or its X. */
function SavedHandover({ saved, onClose }: { saved: Handover; onClose: () => void }) {
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

type OtherClientProps = { asked: HandoverDesk; onAnswer: (isSwitching: boolean) => void }

/** Asks before the entries for the client at the counter are lost. */
function OtherClientDialog({ asked, onAnswer }: OtherClientProps) {
  const { client, scanned } = asked
  return (
    <Dialog
      title="¿Cambiar de cliente?"
      size="sm"
      shape="card"
      firstFocus="[data-stay]"
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button data-stay onClick={() => onAnswer(false)}>
            Seguir con este cliente
          </Button>
          <Button variant="primary" onClick={() => onAnswer(true)}>
            Cambiar
          </Button>
        </>
      }
    >
      <p className="break-words px-5 pt-1 pb-5 text-body">
        {scanned ? `El paquete #${scanned.companyPackageId} es de ` : 'Se eligió a '}
        <b className="font-semibold">{client && fullName(client)}</b>
        {client && ` (${client.casillero}). Lo que marcó para el cliente de ahora no se guarda.`}
      </p>
    </Dialog>
  )
}
