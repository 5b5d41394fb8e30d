import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { type Figure, FigureCard, FigureLine } from './figure-card.tsx'
import { comparedWith, type Period } from './figure-texts.ts'
import { messageFigure, moneyFigures } from './money-figures.tsx'
import { packageFigures, prealertFigure, unbilledFigure } from './package-figures.tsx'

const periods = [
  { value: 'day', label: 'Hoy' },
  { value: 'week', label: 'Esta semana' },
] as const

/** Of money a list on a small screen. */
export function Figures({ isWide }: { isWide: boolean }) {
  const [period, setPeriod] = useState<Period>('day')
  const may = useMay()
  const query = useQuery(read('GET /api/dashboard'))
  const data = query.data?.data
  // A figure that is shown stays when it cannot be asked for anew.
  const isFailed = query.isLoadingError
  const days = data && { from: period === 'day' ? data.today : data.weekStart, to: data.today }
  const packages = packageFigures({ data, period, days }, isWide)
  const money =
    data && days ? [...moneyFigures(data.money, period, days), ...messageFigure(data.messages, period, days)] : []
  const lines = [...prealertFigure(data), ...unbilledFigure(data, may('invoices.write'))]
  return (
    <section aria-label="Cifras" aria-busy={query.isPending}>
      <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Segmented
          label="Período"
          isLabelHidden={true}
          className="max-lg:w-full"
          choices={periods}
          radio={(value) => ({ name: 'period', checked: value === period, onChange: () => setPeriod(value) })}
        />
        {isFailed ? (
          <span role="alert" className="flex items-center gap-3 text-label text-muted">
            Error al cargar las cifras
            <Button
              size="sm"
              icon={<RefreshCw size={15} aria-hidden="true" />}
              busy={query.isFetching}
              onClick={() => void query.refetch()}
            >
              Reintentar
            </Button>
          </span>
        ) : (
          data && <p className="text-label text-muted">{comparedWith(period, data.today)}</p>
        )}
      </div>
      {isWide ? (
        <>
          <Cards figures={[...packages, ...money]} isFailed={isFailed} />
          <Lines figures={lines} isFailed={isFailed} />
        </>
      ) : (
        <>
          <Cards figures={packages} isFailed={isFailed} />
          <Lines figures={[...money, ...lines]} isFailed={isFailed} />
        </>
      )}
    </section>
  )
}

type FiguresProps = { figures: readonly Figure[]; isFailed: boolean }

const Cards = ({ figures, isFailed }: FiguresProps) => (
  <ul className="grid grid-cols-2 gap-2.5 *:grid @min-[640px]/page:grid-cols-3 @min-[860px]/page:grid-cols-5 @min-[860px]/page:gap-3">
    {figures.map((figure) => (
      <li key={figure.label} className="min-w-0">
        <FigureCard figure={figure} isFailed={isFailed} />
      </li>
    ))}
  </ul>
)

const Lines = ({ figures, isFailed }: FiguresProps) =>
  figures.length > 0 && (
    <Surface className="mt-3 overflow-clip">
      <ul className="divide-y divide-line">
        {figures.map((figure) => (
          <li key={figure.label}>
            <FigureLine figure={figure} isFailed={isFailed} />
          </li>
        ))}
      </ul>
    </Surface>
  )
