import type { CashSession } from '@casillero/shared/contract/cash'
import type { Currency } from '@casillero/shared/contract/currencies'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { Check, EyeOff, Lock } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { describeError, read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { type Balance, formatMoment } from './cash-texts.ts'
import { ClosureTable } from './closure-table.tsx'
import { CountCard } from './count-card.tsx'
import { countedIn, type Typed } from './counting.ts'
import { OtherMethods } from './other-methods.tsx'
import { SessionHead } from './session-head.tsx'
import { useClosing } from './use-closing.ts'

type CountStepProps = {
  currencies: readonly Currency[]
  typed: Typed
  onType: (currencyId: string, field: string, text: string) => void
  isSaving: boolean
  onDone: () => void
}

function CountStep({ currencies, typed, onType, isSaving, onDone }: CountStepProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => findFields(form.current)[0]?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    const { target } = event
    const fields = findFields(form.current)
    if (!(target instanceof HTMLElement && fields.includes(target))) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey) onDone()
    else (fields[fields.indexOf(target) + 1] ?? form.current?.querySelector<HTMLElement>('[data-done]'))?.focus()
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Contar la caja"
      onKeyDown={onKeyDown}
      onSubmit={(event) => event.preventDefault()}
      className="grid items-start gap-3 @min-[860px]/page:grid-cols-[minmax(0,1fr)_264px]"
    >
      <div className="grid items-start gap-3 @min-[640px]/page:grid-cols-2" inert={isSaving}>
        {currencies.map((currency) => (
          <CountCard
            key={currency.id}
            currency={currency}
            typed={typed}
            onType={(field, text) => onType(currency.id, field, text)}
          />
        ))}
      </div>
      <CountFoot currencies={currencies} typed={typed} isSaving={isSaving} onDone={onDone} />
    </form>
  )
}

function CountFoot({ currencies, typed, isSaving, onDone }: Omit<CountStepProps, 'onType'>) {
  return (
    <div className="max-md:sticky max-md:bottom-0 max-md:-mx-(--gutter) max-md:-mb-8">
      <Surface className="p-4 max-md:rounded-none max-md:border-x-0 max-md:border-b-0 max-md:pb-[max(12px,env(safe-area-inset-bottom))]">
        <h2 className="font-semibold text-card max-md:sr-only">Contado</h2>
        <div aria-live="polite" className="mb-3 grid gap-1 pt-1">
          {currencies.map((currency) => (
            <p key={currency.id} className="flex items-baseline justify-between gap-3 text-body">
              <span className="min-w-0 wrap-anywhere text-muted">{currency.name}</span>
              <span className="font-semibold text-card">
                <Amount>{formatMoney(countedIn(currency, typed), currency.symbol)}</Amount>
              </span>
            </p>
          ))}
        </div>
        <p className="mb-3 flex gap-2.5 rounded-md border border-blue-line bg-blue-soft px-3 py-2.5 text-blue-text text-label max-md:hidden">
          <EyeOff size={16} aria-hidden="true" className="mt-px shrink-0" />
          Cuente primero. Lo esperado se muestra después y este conteo ya no cambia.
        </p>
        <Button
          data-done
          variant="primary"
          size="lg"
          className="w-full"
          busy={isSaving}
          busyLabel="Guardando conteo..."
          onClick={onDone}
        >
          Ver diferencia
        </Button>
        <Link to="/caja" className={buttonClass('ghost', 'md', 'mt-1 w-full max-md:hidden')}>
          Cancelar
        </Link>
      </Surface>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 px-1 text-label text-muted pointer-coarse:hidden max-md:hidden">
        <kbd className={keyClass}>↵</kbd> baja a la siguiente <kbd className={keyClass}>Ctrl ↵</kbd> termina
      </p>
    </div>
  )
}

const keyClass = 'rounded-[5px] border border-grey-line bg-surface px-1.5 font-sans text-[12px] leading-[18px]'

const findFields = (form: HTMLElement | null): HTMLElement[] => [
  ...(form?.querySelectorAll<HTMLElement>('[data-count]') ?? []),
]

/** The clerk counts blind first, then compares. */
export function ClosingPage({ id }: { id: string }) {
  const query = useQuery(read('GET /api/cash-sessions/:id', { params: { id } }))
  const currencies = useQuery({ ...read('GET /api/currencies/active'), meta: { failed: 'Error al cargar datos' } })
  const session = query.data?.data
  if (session === undefined || currencies.data === undefined) {
    return (
      <Page title="Cerrar turno">
        <Surface>
          {query.isError ? (
            <ErrorState
              title={describeError(query.error, 'Error al cargar el turno')}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <SkeletonRows height={44} label="Cargando..." />
          )}
        </Surface>
      </Page>
    )
  }
  return <Closing session={session} currencies={currencies.data.data} />
}

function Closing({ session, currencies }: Parameters<typeof useClosing>[0]) {
  const closing = useClosing({ session, currencies })
  const may = useMay()
  const { user } = useSignedIn()
  const mayClose = may('cash.manage') || (may('cash.write') && session.openedBy.id === user.id)
  const title = `Cerrar turno #${session.companySessionId}`
  const facts = `${session.drawer.name} · desde ${formatMoment(session.openedAt)}`
  return (
    <Page
      title={title}
      head={
        <SessionHead title={title} facts={facts}>
          <Steps isCounted={closing.balances !== undefined} />
        </SessionHead>
      }
    >
      {session.status === 'closed' && !closing.isSaving ? (
        <AlreadyClosed session={session} />
      ) : !mayClose ? (
        <Surface>
          <EmptyState
            icon={<Lock size={20} />}
            title="Este turno lo abrió otra persona"
            hint="Lo cierra quien lo abrió, o un administrador."
          />
        </Surface>
      ) : closing.balances === undefined ? (
        <CountStep
          currencies={currencies}
          typed={closing.typed}
          onType={closing.type}
          isSaving={closing.isSaving}
          onDone={closing.count}
        />
      ) : (
        <CompareStep
          session={session}
          balances={closing.balances}
          isOff={closing.isOff}
          note={closing.note}
          noteError={closing.noteError}
          onNote={closing.setNote}
          isPrinted={closing.isPrinted}
          onPrinted={closing.setIsPrinted}
          isSaving={closing.isSaving}
          onRecount={closing.recount}
          onClose={closing.close}
        />
      )}
    </Page>
  )
}

function AlreadyClosed({ session }: { session: CashSession }) {
  const who = session.closedBy?.fullName ?? ''
  return (
    <Surface>
      <EmptyState
        icon={<Lock size={20} />}
        title={`${who} cerró este turno: ${formatMoment(session.closedAt ?? '')}`}
        hint="Una vez cerrado, ya no se puede abrir; su conteo no se guardó."
      >
        <Link to={`/caja/cierres/${session.id}`} className={buttonClass('primary')}>
          Ver el cierre
        </Link>
      </EmptyState>
    </Surface>
  )
}

function Steps({ isCounted }: { isCounted: boolean }) {
  const step = 'grid size-[22px] shrink-0 place-items-center rounded-full text-[12px] font-semibold'
  return (
    <ol aria-label="Pasos" className="flex items-center gap-2 self-center text-label">
      <li className="flex items-center gap-2" aria-current={isCounted ? undefined : 'step'}>
        <span
          className={cx(
            step,
            isCounted ? 'border border-green-line bg-green-soft text-green-text' : 'bg-fg text-surface',
          )}
          aria-hidden="true"
        >
          {isCounted ? <Check size={14} strokeWidth={2.5} /> : 1}
        </span>
        <span className={isCounted ? 'text-muted' : 'font-semibold'}>Contar</span>
      </li>
      <li className="flex items-center gap-2" aria-current={isCounted ? 'step' : undefined}>
        <span className="h-px w-7 bg-control" aria-hidden="true" />
        <span
          className={cx(step, isCounted ? 'bg-fg text-surface' : 'border border-control text-muted')}
          aria-hidden="true"
        >
          2
        </span>
        <span className={isCounted ? 'font-semibold' : 'text-muted'}>Comparar y cerrar</span>
      </li>
    </ol>
  )
}

type CompareStepProps = {
  session: CashSession
  balances: readonly Balance[]
  isOff: boolean
  note: string
  noteError: string | undefined
  onNote: (text: string) => void
  isPrinted: boolean
  onPrinted: (isPrinted: boolean) => void
  isSaving: boolean
  onRecount: () => void
  onClose: () => void
}

function CompareStep(props: CompareStepProps) {
  const { session, balances, isOff, note, noteError, onNote, onClose } = props
  const isAsked = isOff || noteError !== undefined
  const explanation = useRef<HTMLInputElement>(null)
  const closing = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const target = isAsked ? explanation.current : closing.current?.querySelector('button')
    target?.focus()
  }, [isAsked])
  useEffect(() => {
    if (noteError !== undefined) explanation.current?.focus()
  }, [noteError])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onClose()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 @min-[860px]/page:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <ClosureTable balances={balances} />
        {isAsked && (
          <Surface className="p-4">
            <Field label="Explique la diferencia" required error={noteError} help="Queda en el reporte del cierre.">
              {(control) => (
                <TextInput
                  {...control}
                  ref={explanation}
                  autoComplete="off"
                  maxLength={500}
                  value={note}
                  onChange={({ target }) => onNote(target.value)}
                  onKeyDown={onKeyDown}
                />
              )}
            </Field>
          </Surface>
        )}
      </div>
      <div className="grid gap-3">
        <OtherMethods session={session} />
        <CloseCard {...props} ref={closing} />
      </div>
    </div>
  )
}

type CloseCardProps = Pick<CompareStepProps, 'isPrinted' | 'onPrinted' | 'isSaving' | 'onRecount' | 'onClose'> & {
  ref: Ref<HTMLDivElement>
}

function CloseCard({ isPrinted, onPrinted, isSaving, onRecount, onClose, ref }: CloseCardProps) {
  return (
    <Surface className="p-4">
      <Checkbox
        label="Imprimir el reporte al cerrar"
        checked={isPrinted}
        onChange={({ target }) => onPrinted(target.checked)}
      />
      <div ref={ref} className="mt-2">
        <Button
          variant="primary"
          size="lg"
          className="w-full"
          busy={isSaving}
          busyLabel="Cerrando turno..."
          onClick={onClose}
        >
          Cerrar turno
        </Button>
      </div>
      <Button className="mt-2 w-full" onClick={onRecount}>
        Volver a contar
      </Button>
      <p className="mt-3 text-help text-muted">
        Una vez cerrado, ya no se puede abrir. Si vuelve a contar, se guardan los dos conteos.
      </p>
    </Surface>
  )
}
