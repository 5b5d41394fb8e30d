import type { AutoAnswer, AutoAnswers } from '@casillero/shared/contract/auto-answers'
import type { AnswerKey } from '@casillero/shared/domain/auto-answers'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { findName, useActAtOnce, useSaveAnswers, withAnswer } from './answers-state.ts'

export const buildAddress = (key: AnswerKey) => ({ search: `?respuesta=${key}` })

const describeUse = ({ isOn, answered }: AutoAnswer): string => {
  if (!isOn) return 'Apagada'
  return answered === 1 ? 'Contestó 1 vez' : `Contestó ${answered.toLocaleString('en-US')} veces`
}

type AnswerListProps = { data: AutoAnswers; open: AnswerKey | undefined }

export function AnswerList({ data, open }: AnswerListProps) {
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

/** Asked before the first rule is on. */
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
