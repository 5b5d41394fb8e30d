import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '../../lib/session.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { useIsAtLeast } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { useComing } from './coming-clients.ts'
import { ComingList } from './coming-list.tsx'
import { useHandoverDesk } from './handover-desk.ts'
import { HandoverList } from './handover-list.tsx'
import { ScanField } from './scan-field.tsx'

const HandoverForm = defer(() => import('./handover-parts.tsx').then((module) => module.HandoverParts))
const SavedHandover = defer(() => import('./saved-handover.tsx').then((module) => module.SavedHandover))
const OtherClientDialog = defer(() => import('./other-client.tsx').then((module) => module.OtherClientDialog))

/** Where packages leave the counter. docs/product/handovers.md, "The screen". */
export function HandoverPage() {
  const may = useMay()
  return may('handovers.write') ? <ClerkPage /> : <ReaderPage />
}

const ReaderPage = () => (
  <Page title="Entregar">
    <HandoverList title="Entregas" />
  </Page>
)

/** Takes what a link asks for, once: `/entregar?cliente=<id>&paquetes=<id>,<id>`. */
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
      {/* Always there, because a region that arrives with its text is missed. */}
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
          <HandoverForm desk={desk} form={form} isTwoColumns={isTwoColumns ?? false} />
        )}
      </div>
      {asked && <OtherClientDialog asked={asked} onAnswer={desk.answerAsked} />}
    </Page>
  )
}
