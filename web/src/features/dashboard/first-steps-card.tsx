import type { FirstSteps } from '@casillero/shared/contract/dashboard'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { Button, type ButtonVariant, buttonClass } from '../../ui/controls/button.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { FirstTariffs } from '../tariffs/first-tariffs.tsx'
import { countText, findNextStep, isTaken, type Step, steps } from './first-steps.ts'

type FirstStepsCardProps = { taken: FirstSteps; onPutAway: () => void }

/** docs/product/screens.md, "First steps". */
export function FirstStepsCard({ taken, onPutAway }: FirstStepsCardProps) {
  const may = useMay()
  const [isAsking, setIsAsking] = useState(false)
  const next = findNextStep(taken, may)
  return (
    <Surface className="max-w-[760px]">
      <section aria-labelledby="first-steps">
        <div className="flex items-center gap-2 py-2 pr-2 pl-4">
          <h2 id="first-steps" className="font-semibold text-card">
            Primeros pasos
          </h2>
          <span className="text-label text-muted tabular-nums">{countText(taken)}</span>
          <Button variant="ghost" size="sm" className="ml-auto" onClick={onPutAway}>
            Ocultar
          </Button>
        </div>
        <ol className="divide-y divide-line border-line border-t">
          {steps.map((step, at) => (
            <StepRow
              key={step.id}
              step={step}
              number={at + 1}
              isDone={isTaken(taken, step)}
              isNext={step === next}
              onAsk={() => setIsAsking(true)}
            />
          ))}
        </ol>
      </section>
      {isAsking && <FirstTariffs onClose={() => setIsAsking(false)} />}
    </Surface>
  )
}

type StepRowProps = { step: Step; number: number; isDone: boolean; isNext: boolean; onAsk: () => void }

function StepRow({ step, number, isDone, isNext, onAsk }: StepRowProps) {
  const may = useMay()
  return (
    <li className="flex items-start gap-3 px-4 py-3" aria-current={isNext ? 'step' : undefined}>
      <StepMark number={number} isDone={isDone} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-[190px] flex-1">
          <h3 className={cx('text-body', isDone ? 'text-muted' : 'font-medium')}>
            {step.title}
            {isDone && <span className="sr-only">, hecho</span>}
          </h3>
          {!isDone && (
            <p className="text-help text-muted">{may(step.right) ? step.hint : `${step.hint} ${doneByOthers(step)}`}</p>
          )}
        </div>
        {!isDone && may(step.right) && (
          <div className="flex flex-wrap gap-2">
            {step.other && may(step.other.right) && (
              <Link to={step.other.to} state={fromSteps} className={buttonClass('link', 'sm')}>
                {step.other.label}
              </Link>
            )}
            <StepAct step={step} variant={isNext ? 'primary' : 'secondary'} onAsk={onAsk} />
          </div>
        )}
      </div>
    </li>
  )
}

/** Shows a way back there. */
const fromSteps = { from: 'first-steps' }

type StepActProps = { step: Step; variant: ButtonVariant; onAsk: () => void }

const StepAct = ({ step, variant, onAsk }: StepActProps) =>
  step.to === undefined ? (
    <Button variant={variant} size="sm" onClick={onAsk}>
      {step.act}
    </Button>
  ) : (
    <Link to={step.to} state={fromSteps} className={buttonClass(variant, 'sm')}>
      {step.act}
    </Link>
  )

function StepMark({ number, isDone }: { number: number; isDone: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-6 shrink-0 place-items-center rounded-full border font-semibold text-[12px] tabular-nums',
        isDone ? 'border-green-line bg-green-soft text-green-text' : 'border-grey-line text-muted',
      )}
    >
      {isDone ? <Check size={14} strokeWidth={2.5} /> : number}
    </span>
  )
}

const ofAdmins: readonly Step['right'][] = ['settings.write', 'whatsapp.manage']

const doneByOthers = ({ right }: Step): string =>
  ofAdmins.includes(right) ? 'Lo hace un administrador.' : 'Lo hace un usuario con permiso.'
