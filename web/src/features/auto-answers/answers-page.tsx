import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { describeError } from '../../lib/api.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { useIsAtLeast } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { AnswerEditor } from './answer-editor.tsx'
import { AnswerList } from './answer-list.tsx'
import { answersCall, loadFailed } from './answers-state.ts'

/** docs/product/auto-answers.md, "Screen". */
export function AnswersPage() {
  const [params] = useSearchParams()
  const box = useRef<HTMLDivElement>(null)
  const hasRoom = useIsAtLeast(box, 560)
  const query = useQuery({ ...answersCall, meta: { failed: loadFailed } })
  const data = query.data?.data
  const asked = data?.answers.find(({ key }) => key === params.get('respuesta'))?.key
  const open = asked ?? (hasRoom ? data?.answers[0]?.key : undefined)

  return (
    <Page title="Respuestas">
      <div ref={box} className={hasRoom ? 'grid grid-cols-[236px_minmax(0,1fr)] items-start gap-4' : 'grid gap-3'}>
        {data === undefined ? (
          <Surface className="col-span-full">
            {query.isError ? (
              <ErrorState title={describeError(query.error, loadFailed)} onRetry={() => void query.refetch()} />
            ) : (
              <SkeletonRows height={56} label="Cargando..." />
            )}
          </Surface>
        ) : (
          <>
            {(hasRoom || open === undefined) && <AnswerList data={data} open={open} />}
            {!hasRoom && open !== undefined && (
              <Link to={{ search: '' }} className={buttonClass('link', 'md', 'w-fit')}>
                <ChevronLeft size={16} aria-hidden="true" />
                Respuestas
              </Link>
            )}
            {open !== undefined && <AnswerEditor key={open} data={data} answerKey={open} />}
          </>
        )}
      </div>
    </Page>
  )
}
