import {
  type CashDrawer,
  type CashMovementDraft,
  type CashSession,
  cashMovementDraft,
} from '@casillero/shared/contract/cash'
import type { Currency } from '@casillero/shared/contract/currencies'
import { useQuery } from '@tanstack/react-query'
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight, Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, describeError, newIdempotencyKey, read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type OpenDrawer, openDrawers } from '../taking/device-drawer.ts'
import { MoneyFields } from '../taking/money-fields.tsx'
import { formatMoment } from './cash-texts.ts'
import { ClosureTable } from './closure-table.tsx'
import { EntryList } from './entry-list.tsx'
import { ExpectedCard } from './expected-card.tsx'
import { OtherMethods } from './other-methods.tsx'
import { TakingsCard } from './takings-card.tsx'

type OpenSessionProps = {
  drawer: OpenDrawer
  drawers: readonly CashDrawer[]
  currencies: readonly Currency[]
  choice: ReactNode
}

export function OpenSession({ drawer, drawers, currencies, choice }: OpenSessionProps) {
  const failed = 'Error al cargar el turno'
  const query = useQuery(read('GET /api/cash-sessions/:id', { params: { id: drawer.openSession.id } }))
  const session = query.data?.data
  const others = openDrawers(drawers).filter(({ id }) => id !== drawer.id)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        {choice ? (
          <div className="w-[196px] max-md:w-full">{choice}</div>
        ) : (
          <span className="font-semibold text-card">{drawer.name}</span>
        )}
        <Badge tone="green" icon={<Check size={14} strokeWidth={2.5} aria-hidden="true" />}>
          Abierta
        </Badge>
        <span className="min-w-0 break-words text-body text-muted">
          {`Turno #${drawer.openSession.companySessionId} · ${drawer.openSession.openedBy.fullName} · ${formatMoment(drawer.openSession.openedAt)}`}
        </span>
        {session && <Actions session={session} currencies={currencies} others={others} />}
      </div>
      {session === undefined ? (
        <Surface>
          {query.isError ? (
            <ErrorState title={describeError(query.error, failed)} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonRows height={56} label="Cargando..." />
          )}
        </Surface>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 max-md:pb-16">
          <div className="grid gap-3 @min-[860px]/page:grid-cols-[minmax(0,1.28fr)_minmax(0,1fr)]">
            {session.balances && <ExpectedCard balances={session.balances} />}
            <TakingsCard session={session} />
          </div>
          <EntryList session={session} />
        </div>
      )}
    </>
  )
}

type ActionsProps = { session: CashSession; currencies: readonly Currency[]; others: readonly OpenDrawer[] }

function Actions({ session, currencies, others }: ActionsProps) {
  const may = useMay()
  const { user } = useSignedIn()
  const isRoomy = useMedia('(min-width: 768px)')
  const [open, setOpen] = useState<'movement' | 'report'>()
  const close = () => setOpen(undefined)
  const mayClose = may('cash.manage') || (may('cash.write') && session.openedBy.id === user.id)
  const ending = mayClose && (
    <Link
      to={`/caja/cerrar/${session.id}`}
      className={buttonClass('primary', isRoomy ? 'md' : 'lg', isRoomy ? undefined : 'w-full')}
    >
      Cerrar turno
    </Link>
  )
  return (
    <div className="ml-auto flex gap-2 max-md:w-full">
      {may('cash.write') && (
        <Button
          icon={<ArrowLeftRight size={16} aria-hidden="true" />}
          className="max-md:flex-1"
          onClick={() => setOpen('movement')}
        >
          Movimiento
        </Button>
      )}
      {session.balances && (
        <Button className="max-md:flex-1" onClick={() => setOpen('report')}>
          Corte X
        </Button>
      )}
      {isRoomy && ending}
      {!isRoomy && ending && (
        <div className="fixed inset-x-0 bottom-0 z-10 border-line border-t bg-surface px-(--gutter) pt-3 pb-[max(12px,env(safe-area-inset-bottom))]">
          {ending}
        </div>
      )}
      {open === 'movement' && (
        <MovementForm sessionId={session.id} currencies={currencies} others={others} onClose={close} />
      )}
      {open === 'report' && <XReport session={session} onClose={close} />}
    </div>
  )
}

type Form = z.input<typeof cashMovementDraft>

const Fields = createFields<Form>()

const texts = {
  title: 'Movimiento',
  save: 'Guardar movimiento',
  saving: 'Guardando...',
  saved: 'Movimiento guardado',
  failed: 'Error al guardar el movimiento',
}

const directions = [
  { value: 'out', label: 'Salida', icon: <ArrowUpRight size={16} aria-hidden="true" /> },
  { value: 'in', label: 'Entrada', icon: <ArrowDownLeft size={16} aria-hidden="true" /> },
]

type MovementFormProps = {
  sessionId: string
  currencies: readonly Currency[]
  others: readonly OpenDrawer[]
  onClose: () => void
}

function MovementForm({ sessionId, currencies, others, onClose }: MovementFormProps) {
  const [key] = useState(newIdempotencyKey)
  const save = (body: CashMovementDraft) =>
    call('POST /api/cash-sessions/:id/movements', {
      params: { id: sessionId },
      body,
      headers: { 'Idempotency-Key': key },
    })
  const currency = currencies.find(({ isDefault }) => isDefault) ?? currencies[0]
  return (
    <FormDialog<Form, CashMovementDraft>
      texts={texts}
      size="lg"
      schema={cashMovementDraft}
      values={{ direction: 'out', currencyId: currency?.id ?? '', reason: '', otherDrawerId: '' }}
      save={save}
      onClose={onClose}
    >
      <MovementFields currencies={currencies} others={others} />
    </FormDialog>
  )
}

function MovementFields({ currencies, others }: Pick<MovementFormProps, 'currencies' | 'others'>) {
  const [direction, currencyId] = useWatch<Form, ['direction', 'currencyId']>({ name: ['direction', 'currencyId'] })
  const symbol = currencies.find(({ id }) => id === currencyId)?.symbol
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3 pt-1 pb-5">
      <Fields.Segmented name="direction" label="Tipo" choices={directions} className="col-span-2" />
      <MoneyFields currencies={currencies} symbol={symbol} example="depósito en el banco" />
      {others.length > 0 && (
        <Fields.Select
          name="otherDrawerId"
          label={direction === 'in' ? 'Viene de la caja' : 'Va a la caja'}
          help="La otra caja recibe la otra mitad del traslado"
          className="col-span-2"
          options={[{ value: '', label: 'Ninguna' }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      )}
    </div>
  )
}

type XReportProps = { session: CashSession; onClose: () => void }

function XReport({ session, onClose }: XReportProps) {
  return (
    <Dialog
      title="Corte X"
      size="2xl"
      firstFocus="[data-close-report]"
      onClose={onClose}
      footer={
        <Button data-close-report variant="primary" className="max-md:flex-1" onClick={onClose}>
          Cerrar
        </Button>
      }
    >
      <div className="grid gap-3 px-4 pt-1 pb-5 md:px-5">
        <ClosureTable balances={session.balances ?? []} />
        <OtherMethods session={session} />
      </div>
    </Dialog>
  )
}
