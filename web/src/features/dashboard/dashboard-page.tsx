import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { read } from '../../lib/api.ts'
import { useSignedIn } from '../../lib/session.ts'
import { useLeaving } from '../../lib/use-leaving.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Logo } from '../../ui/display/logo.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { useIsWide } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { FactStrip } from './fact-strip.tsx'
import { Figures } from './figures.tsx'
import { countText } from './first-steps.ts'
import { usePutAway } from './put-away.ts'
import { Shortcuts } from './shortcuts.tsx'

const FirstStepsCard = defer(() => import('./first-steps-card.tsx').then((module) => module.FirstStepsCard))
const DashboardCharts = defer(() => import('./dashboard-charts.tsx').then((module) => module.DashboardCharts))

export function DashboardPage() {
  const isWide = useIsWide()
  const query = useQuery(read('GET /api/dashboard'))
  const [isAway, putAway] = usePutAway()
  const firstSteps = query.data?.data.firstSteps ?? null
  return (
    <Page title="Dashboard" head={<Greeting level="h1" />}>
      {!isWide && <Greeting level="h2" />}
      <FactStrip />
      {!isWide && <Shortcuts />}
      {firstSteps !== null && !isAway ? (
        <FirstStepsCard taken={firstSteps} onPutAway={() => putAway(true)} />
      ) : (
        <>
          {firstSteps !== null && (
            <Button variant="link" size="sm" className="-mt-1 mb-2 -ml-2" onClick={() => putAway(false)}>
              {`Ver los primeros pasos (${countText(firstSteps)})`}
            </Button>
          )}
          <Figures isWide={isWide} />
          {/* Their code and sums take nothing from the figures. */}
          {!query.isPending && <DashboardCharts />}
        </>
      )}
    </Page>
  )
}

function Greeting({ level: Heading }: { level: 'h1' | 'h2' }) {
  const { user, company } = useSignedIn()
  const { askOrLeave, question } = useLeaving()
  return (
    <div className="mb-3 flex items-center gap-3 lg:-mt-[26px]">
      <Logo name={company.name} url={company.logoUrl} className="size-12 rounded-md text-h1" />
      <div className="min-w-0 flex-1">
        <Heading className="line-clamp-2 break-words font-semibold text-h1 max-sm:text-[18px] max-sm:leading-6">{`Hola, ${user.firstName}`}</Heading>
        <p className="line-clamp-2 break-words text-body text-muted max-sm:text-label">{company.name}</p>
      </div>
      <Button icon={<LogOut size={16} aria-hidden="true" className="max-sm:hidden" />} onClick={askOrLeave}>
        Salir
      </Button>
      {question}
    </div>
  )
}
