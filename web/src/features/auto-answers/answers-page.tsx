import type { AutoAnswer, AutoAnswers } from '@casillero/shared/contract/auto-answers'
import type { AnswerKey } from '@casillero/shared/domain/auto-answers'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { describeError } from '../../lib/api.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { useIsAtLeast } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { AnswerEditor } from './answer-editor.tsx'
import { answersCall, findName, loadFailed, useActAtOnce, useSaveAnswers, withAnswer } from './answers-state.ts'

const buildAddress = (key: AnswerKey) => ({ search: `?respuesta=${key}` })

const describeUse = ({ isOn, answered }: AutoAnswer): string => {
  if (!isOn) return 'Apagada'
  return answered === 1 ? 'Contestó 1 vez' : `Contestó ${answered.toLocaleString('en-US')} veces`
}

type AnswerListProps = { data: AutoAnswers; open: AnswerKey | undefined }

function AnswerList({ data, open }: AnswerListProps) {
  const { act } = useActAtOnce(data)
  const [asked, setAsked] = useState<AnswerKey>()
  const turn = (key: AnswerKey, isOn: boolean) => {
    if (isOn && data.answers.every((one) => !one.isOn)) setAsked(key)
    else void act(withAnswer(data.answers, key, { isOn }))
  }
  return (
    <Surface className="overflow-clip">
      <div className="px-4 pt-3 pb-2">
        <h2 className="font-semibold text-card">Respuestas automáticas</h2>
        <p className="text-help text-muted">Contesta la primera que coincide, de arriba abajo</p>
      </div>
      <ul aria-label="Respuestas automáticas">
        {data.answers.map((answer) => (
          <li
            key={answer.key}
            className="relative flex items-center gap-2 border-line border-t pr-4 hover:bg-surface-2 has-[[aria-current]]:bg-primary-soft"
          >
            <Link
              to={buildAddress(answer.key)}
              aria-current={answer.key === open ? 'true' : undefined}
              className="group min-w-0 flex-1 py-2 pl-4 text-body"
            >
              <span className="block font-medium group-aria-[current]:font-semibold group-aria-[current]:text-primary-text">
                {findName(answer.key)}
              </span>
              <span className="block text-help text-muted">{describeUse(answer)}</span>
            </Link>
            <Switch
              label={<span className="sr-only">Contestar con «{findName(answer.key)}»</span>}
              checked={answer.isOn}
              onChange={(isOn) => turn(answer.key, isOn)}
            />
          </li>
        ))}
      </ul>
      <p className="border-line border-t px-4 py-3 text-help text-muted">
        Últimos 7 días. «Baja» y «Alta» siempre se atienden.
      </p>
      {asked !== undefined && <FirstQuestion data={data} answerKey={asked} onClose={() => setAsked(undefined)} />}
    </Surface>
  )
}

/** Asked before the first rule is switched on. */
function FirstQuestion({ data, answerKey, onClose }: { data: AutoAnswers; answerKey: AnswerKey; onClose: () => void }) {
  const saving = useSaveAnswers()
  return (
    <ConfirmDialog
      title="¿Encender las respuestas automáticas?"
      tone="primary"
      texts={{
        confirm: 'Encender',
        confirming: 'Encendiendo...',
        done: `«${findName(answerKey)}» está encendida`,
        failed: 'Error al encender la respuesta',
      }}
      run={() =>
        saving.mutateAsync({ answers: withAnswer(data.answers, answerKey, { isOn: true }), version: data.version })
      }
      onClose={onClose}
    >
      Contestará a sus clientes desde ahora.
    </ConfirmDialog>
  )
}

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
