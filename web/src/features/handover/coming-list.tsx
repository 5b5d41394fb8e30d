import type { ComingClient } from '@casillero/shared/contract/coming-client'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { Check, ChevronRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import { cx } from '../../ui/class-names.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { fullName } from '../client-search/client-name.ts'
import { comingDebt, describeComing, waitText } from './coming-texts.ts'
import { countText } from './handover-texts.ts'

/** Minutes. */
const longWait = 120

// Keeps the cursor in the field for the next scan.
const keepFocus = (event: MouseEvent) => event.preventDefault()

type ComingListProps = { coming: readonly ComingClient[]; isWide: boolean; onAttend: (clientId: string) => void }

/** docs/product/handovers.md, "Clients who come". */
export function ComingList({ coming, isWide, onAttend }: ComingListProps) {
  if (coming.length === 0) return null
  return (
    <section aria-labelledby="coming" className="mt-3">
      <Surface className="overflow-clip">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2.5">
          <h2 id="coming" className="flex items-center gap-3 font-semibold text-body">
            Vienen en camino
            <span className="inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-primary px-1.5 text-[12px] text-primary-fg tabular-nums">
              {coming.length}
            </span>
          </h2>
          <p className="text-help text-muted">Avisaron desde su casillero; se quitan solos a las cuatro horas</p>
        </div>
        <ul className="divide-y divide-line border-line border-t">
          {coming.map((client) => (
            <li key={client.id}>
              {isWide ? (
                <Row client={client} onAttend={onAttend} />
              ) : (
                <button
                  type="button"
                  aria-label={`Atender: ${fullName(client)}, ${countText(client.count)}`}
                  className="flex w-full items-center gap-3 px-4 py-3 text-left hover:bg-surface-2"
                  onMouseDown={keepFocus}
                  onClick={() => onAttend(client.id)}
                >
                  <Card client={client} />
                  <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      </Surface>
    </section>
  )
}

type RowProps = { client: ComingClient; onAttend: (clientId: string) => void }

const Row = ({ client, onAttend }: RowProps) => (
  <div className="grid grid-cols-[72px_minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)_auto] items-center gap-4 px-4 py-2.5 text-body">
    <Wait client={client} />
    <Name client={client} />
    <Packages client={client} />
    <div className="text-right">
      <Debt client={client} />
    </div>
    <button
      type="button"
      aria-label={`Atender: ${fullName(client)}`}
      className={buttonClass('secondary', 'sm')}
      onMouseDown={keepFocus}
      onClick={() => onAttend(client.id)}
    >
      Atender
      <ChevronRight size={16} aria-hidden="true" />
    </button>
  </div>
)

const Card = ({ client }: { client: ComingClient }) => (
  <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1 text-body">
    <span className="flex items-start justify-between gap-3">
      <Name client={client} />
      <Wait client={client} />
    </span>
    <Packages client={client} />
    <Debt client={client} />
  </span>
)

const Wait = ({ client: { waitedMinutes, announcedAt } }: { client: ComingClient }) => (
  <span
    title={`Avisó el ${formatDateTime(announcedAt)}`}
    className={cx(
      'whitespace-nowrap font-semibold tabular-nums',
      waitedMinutes !== null && waitedMinutes > longWait && 'text-yellow-text',
    )}
  >
    {waitText(waitedMinutes)}
  </span>
)

const Name = ({ client }: { client: ComingClient }) => (
  <span className="min-w-0">
    <span className="block wrap-anywhere font-medium">{fullName(client)}</span>
    <span className="block text-help text-muted">{client.casillero}</span>
  </span>
)

const Packages = ({ client }: { client: ComingClient }) => (
  <span className="min-w-0">
    <span className="block tabular-nums">{`${countText(client.count)} · ${formatWeight(client.weight)}`}</span>
    <span className="line-clamp-2 wrap-anywhere text-help text-muted">{describeComing(client)}</span>
  </span>
)

function Debt({ client }: { client: ComingClient }) {
  const { isPaid, text, more } = comingDebt(client)
  return (
    <span className="block">
      <span
        className={cx(
          'inline-flex items-center gap-1 font-medium tabular-nums wrap-anywhere',
          isPaid ? 'text-green-text' : 'text-yellow-text',
        )}
      >
        {isPaid && <Check size={16} className="shrink-0" aria-hidden="true" />}
        {text}
      </span>
      {more !== undefined && <span className="block text-help text-muted">{more}</span>}
    </span>
  )
}
