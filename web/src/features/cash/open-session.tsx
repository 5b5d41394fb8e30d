import {
  type CashDrawer,
  type CashMovementDraft,
  type CashSession,
  cashMovementDraft,
} from '@casillero/shared/contract/cash'
import type { Currency } from '@casillero/shared/contract/currencies'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight, Check, ChevronDown, Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, describeError, newIdempotencyKey, read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type OpenDrawer, openDrawers } from '../taking/device-drawer.ts'
import { MoneyFields } from '../taking/money-fields.tsx'
import { type Balance, flowText, formatMoment, movingParts, signedMoney } from './cash-texts.ts'
import { ClosureTable } from './closure-table.tsx'
import { EntryList } from './entry-list.tsx'
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

function ExpectedCard({ balances }: { balances: readonly Balance[] }) {
  const isRoomy = useMedia('(min-width: 768px)')
  const Expected = isRoomy ? ExpectedColumn : ExpectedLine
  return (
    <Surface className="flex flex-col">
      <div className="flex-1 auto-cols-fr grid-flow-col divide-line max-md:divide-y md:grid md:divide-x">
        {balances.map((balance) => (
          <section key={balance.currencyId} aria-label={`Efectivo esperado en ${balance.name}`} className="min-w-0 p-4">
            <Expected balance={balance} />
          </section>
        ))}
        {balances.length === 0 && <p className="p-4 text-body text-muted">La caja está vacía.</p>}
      </div>
      <p className="flex items-center gap-2 border-line border-t px-4 py-2 text-label text-muted">
        <Lock size={14} aria-hidden="true" />
        Solo un administrador ve lo esperado antes del cierre
      </p>
    </Surface>
  )
}

type ExpectedProps = { balance: Balance }

function Total({ balance }: ExpectedProps) {
  return (
    <span className="whitespace-nowrap font-[650] text-total tabular-nums">
      {formatMoney(balance.expected, balance.symbol)}
    </span>
  )
}

function ExpectedColumn({ balance }: ExpectedProps) {
  return (
    <>
      <h2 className="text-label text-muted">{`Efectivo esperado en ${balance.symbol}`}</h2>
      <p className="border-line border-b pb-2">
        <Total balance={balance} />
      </p>
      <Parts balance={balance} />
    </>
  )
}

function ExpectedLine({ balance }: ExpectedProps) {
  return (
    <>
      <h2 className="grid">
        <span className="text-label text-muted">{`Efectivo esperado en ${balance.symbol}`}</span>
        <Total balance={balance} />
      </h2>
      <details className="group -mb-3">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-label text-muted tabular-nums">
          <span className="min-w-0 flex-1">{flowText(balance)}</span>
          <ChevronDown size={16} aria-hidden="true" className="shrink-0 group-open:rotate-180" />
        </summary>
        <div className="pb-3">
          <Parts balance={balance} />
        </div>
      </details>
    </>
  )
}

function Parts({ balance }: ExpectedProps) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-body md:pt-2.5">
      <dt className="text-muted">Fondo</dt>
      <dd className="text-right">
        <Amount>{formatMoney(balance.opening, balance.symbol)}</Amount>
      </dd>
      {movingParts.map(({ label, amount }) => (
        <Part key={label} label={label} text={signedMoney(amount(balance), balance.symbol)} />
      ))}
    </dl>
  )
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-right">
        <Amount>{text}</Amount>
      </dd>
    </>
  )
}
