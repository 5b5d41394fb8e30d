import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { usePrintsAfter } from '../../lib/print-after.ts'
import { cx } from '../../ui/class-names.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { Desk } from './handover-desk.ts'
import { findProblem, type HandoverForm, needsReason, selectUninvoiced } from './handover-form.ts'
import { formatTickedWeight } from './handover-texts.ts'
import { usePrintHandover } from './print-handover.ts'
import { ReadyList } from './ready-list.tsx'
import { ReceiverCard } from './receiver-card.tsx'
import { ScanField } from './scan-field.tsx'

type HandoverPartsProps = { desk: Desk; form: HandoverForm; isTwoColumns: boolean }

/** Asks about packages without an invoice, then saves. */
function useHandingOver(desk: Desk, form: HandoverForm) {
  const [isPrinting, setIsPrinting] = usePrintsAfter('handovers')
  const { print } = usePrintHandover()
  const [isAsking, setIsAsking] = useState(false)
  /** Questions already answered, so that a retry does not ask again. */
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const uninvoiced = selectUninvoiced(form).map(({ id }) => id)
  const handOver = () => {
    setIsAsking(false)
    setAccepted(new Set([...accepted, ...uninvoiced]))
    void desk.save((handover) => {
      if (isPrinting) print(handover)
    })
  }
  const save = () => {
    if (findProblem(form) !== undefined || uninvoiced.every((id) => accepted.has(id))) handOver()
    else if (!desk.isSaving) setIsAsking(true)
  }
  return { isPrinting, setIsPrinting, isAsking, stay: () => setIsAsking(false), handOver, save }
}

/** On a narrow screen the button stays at the bottom. */
export function HandoverParts({ desk, form, isTwoColumns }: HandoverPartsProps) {
  const { isPrinting, setIsPrinting, isAsking, stay, handOver, save } = useHandingOver(desk, form)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  }
  const button = <SaveButton form={form} isSaving={desk.isSaving} onSave={save} />
  const lost = form.isAnswerLost && (
    <Note tone="red">No se sabe si la entrega se guardó. Reintente: no se guardará dos veces.</Note>
  )
  const printing = (
    <Checkbox
      label="Imprimir el comprobante"
      checked={isPrinting}
      onChange={(event) => setIsPrinting(event.target.checked)}
    />
  )
  return (
    <form
      aria-label="Entregar paquetes"
      noValidate
      // Enter in a field ends a scan and must not save.
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      className={cx(!isTwoColumns && 'flex min-h-[calc(100dvh-170px)] flex-col gap-3')}
    >
      {isAsking && <UninvoicedDialog form={form} onClose={stay} onHandOver={handOver} />}
      <div className={cx('grid gap-3', isTwoColumns && 'grid-cols-[minmax(0,1fr)_336px] items-start gap-x-5')}>
        <div className="grid min-w-0 gap-3" inert={desk.isSaving}>
          <ScanField desk={desk} />
          <ReadyList desk={desk} form={form} />
          {isTwoColumns && <Notes desk={desk} form={form} />}
        </div>
        <ReceiverCard desk={desk} form={form}>
          {isTwoColumns && (
            <>
              {lost}
              {button}
              {printing}
            </>
          )}
        </ReceiverCard>
        {!isTwoColumns && (
          <>
            <Notes desk={desk} form={form} />
            {printing}
          </>
        )}
      </div>
      {!isTwoColumns && <BottomBar form={form} lost={lost} button={button} />}
    </form>
  )
}

type BottomBarProps = { form: HandoverForm; lost: ReactNode; button: ReactNode }

function BottomBar({ form, lost, button }: BottomBarProps) {
  return (
    <section
      aria-label="Entrega"
      className="sticky bottom-0 z-10 -mx-(--gutter) mt-auto -mb-8 border-line border-t bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))]"
    >
      {lost && <div className="mb-2.5">{lost}</div>}
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0 leading-tight">
          <p className="font-semibold text-body tabular-nums">{`${form.ticks.size} de ${form.packages.length}`}</p>
          <p className="text-help text-muted tabular-nums">{formatTickedWeight(form)}</p>
        </div>
        <div className="shrink-0 [&>button]:min-h-12">{button}</div>
      </div>
    </section>
  )
}

type SaveButtonProps = { form: HandoverForm; isSaving: boolean; onSave: () => void }

function SaveButton({ form, isSaving, onSave }: SaveButtonProps) {
  const count = form.ticks.size
  const things = count === 1 ? 'Entregar 1 paquete' : count === 0 ? 'Entregar' : `Entregar ${count} paquetes`
  return (
    <Button variant="primary" size="lg" busy={isSaving} busyLabel="Entregando..." onClick={onSave}>
      {form.isAnswerLost ? 'Reintentar' : things}
    </Button>
  )
}

function Notes({ desk, form }: { desk: Desk; form: HandoverForm }) {
  return (
    <Surface className="grid gap-3 p-4">
      {needsReason(form) && (
        <Field label="Motivo para entregar sin pago" required>
          {(control) => (
            <TextInput
              {...control}
              data-field="handover-reason"
              maxLength={500}
              value={form.reason}
              onChange={(event) => desk.change({ reason: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label="Nota">
        {(control) => (
          <TextArea
            {...control}
            rows={1}
            placeholder="Opcional"
            maxLength={500}
            value={form.note}
            onChange={(event) => desk.change({ note: event.target.value })}
          />
        )}
      </Field>
    </Surface>
  )
}

type UninvoicedDialogProps = { form: HandoverForm; onClose: () => void; onHandOver: () => void }

/** Asks first, because a package that is not invoiced now is easily forgotten. */
function UninvoicedDialog({ form, onClose, onHandOver }: UninvoicedDialogProps) {
  const packages = selectUninvoiced(form)
  const unpriced = packages.filter(({ totalPrice }) => totalPrice === null).length
  return (
    <Dialog
      title={`${packages.length} sin facturar`}
      size="sm"
      shape="card"
      firstFocus="[data-bill]"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onHandOver}>Entregar sin factura</Button>
          <Link
            data-bill
            to={`/facturar?cliente=${form.client.id}`}
            state={{ step: 1 }}
            className={buttonClass('primary')}
          >
            Facturar
          </Link>
        </>
      }
    >
      <p className="px-5 pt-1 pb-5 text-body">
        {packages.map(({ companyPackageId }) => `#${companyPackageId}`).join(', ')}
        {unpriced > 0 && <b className="font-semibold">{` · ${unpriced} sin precio`}</b>}
      </p>
    </Dialog>
  )
}
