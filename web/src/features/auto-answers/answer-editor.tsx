import { type AutoAnswers, answerContent } from '@casillero/shared/contract/auto-answers'
import { answerVariables, unknownAnswerVariables } from '@casillero/shared/domain/answer-text'
import { type AnswerKey, findAnswerDefault } from '@casillero/shared/domain/auto-answers'
import { ArrowDown, ArrowUp, ListRestart, RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import type { UnsavedWork } from '../../lib/unsaved-work.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { FieldFoot } from '../../ui/forms/field.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { FormatBar } from '../templates/format-bar.tsx'
import { TemplateArea } from '../templates/template-area.tsx'
import { UnsavedDialog } from '../templates/unsaved-dialog.tsx'
import { useTextField } from '../templates/use-text-field.ts'
import { VariableButtons, VariablePart } from '../templates/variable-chips.tsx'
import { findAnswer, useAnswerEdit } from './answer-edit.ts'
import { PreviewPart } from './answer-preview.tsx'
import { AnswerWords } from './answer-words.tsx'
import { findName, moveAnswer, useActAtOnce, withAnswer } from './answers-state.ts'

const occasions: Partial<Record<AnswerKey, string>> = {
  tracking: 'Contesta cuando el cliente manda un número de rastreo. Uno que no conocemos queda como prealerta suya.',
  voucher: 'Contesta cuando un cliente que debe manda una imagen o un PDF. La conversación sigue por atender.',
  closed:
    'Contesta una vez al día, cuando está cerrado según su horario y ninguna otra coincide. La conversación sigue por atender.',
}

const describeProblem = (content: string): string | undefined =>
  z.safeParse(answerContent, content).error?.issues[0]?.message

type AnswerEditorProps = { data: AutoAnswers; answerKey: AnswerKey }

export function AnswerEditor({ data, answerKey }: AnswerEditorProps) {
  const id = useId()
  const [hasTried, setHasTried] = useState(false)
  const [said, setSaid] = useState('')
  const { act } = useActAtOnce(data)
  const edit = useAnswerEdit(data, answerKey)
  const { words, content } = edit
  const first = findAnswerDefault(answerKey)
  const { isOn } = findAnswer(data, answerKey)
  const rules = data.answers.map((one) => (one.key === answerKey ? { ...one, words } : one))
  const problem = describeProblem(content)
  const error = hasTried || content.trim() !== '' ? problem : undefined

  const save = async (): Promise<boolean> => {
    setHasTried(true)
    if (problem === undefined) return await edit.save()
    field.focus()
    return false
  }
  const field = useTextField(content, () => {
    if (edit.isDirty) void save()
  })
  useUnsavedWork(edit.isDirty, {
    isLostBy: leavesAnswer,
    ask: (answers) => <UnsavedDialog thing="La respuesta" name={first.name} onSave={save} {...answers} />,
  })

  const move = async (by: 1 | -1) => {
    const moved = moveAnswer(data.answers, answerKey, by)
    if (!moved || !(await act(withAnswer(moved, answerKey, {})))) return
    setSaid(`${first.name} es ahora la ${moved.findIndex(({ key }) => key === answerKey) + 1} de ${moved.length}`)
  }
  const atEnd = 'Ya no puede ir más allá'
  const moveItem = (by: 1 | -1, label: string, icon: MenuItem['icon']): MenuItem => ({
    label,
    icon,
    blocked: moveAnswer(data.answers, answerKey, by) ? undefined : atEnd,
    run: () => void move(by),
  })
  const menu: MenuItem[] = [moveItem(-1, 'Subir', <ArrowUp size={18} />), moveItem(1, 'Bajar', <ArrowDown size={18} />)]
  if (first.words.length > 0)
    menu.push({
      label: 'Palabras originales',
      icon: <ListRestart size={18} />,
      run: () => edit.change({ words: first.words }),
    })

  return (
    <div className="grid @min-[800px]/page:grid-cols-[minmax(0,1fr)_260px] items-start gap-4">
      <Surface className="min-w-0 overflow-clip">
        <div className="flex min-h-12 items-center gap-x-3 py-2 pr-2 pl-4">
          <h2 id={`${id}-title`} className="mr-auto min-w-0 font-semibold text-card">
            {first.name}
          </h2>
          <Badge tone={isOn ? 'green' : 'grey'}>{isOn ? 'Encendida' : 'Apagada'}</Badge>
          {answerKey !== 'closed' && <MenuButton items={menu} label={`Más acciones de «${first.name}»`} />}
        </div>
        <p role="status" className="sr-only">
          {said}
        </p>
        {edit.conflict !== undefined && (
          <div role="alert" className="px-4 pb-3">
            <Note tone="yellow">
              <p>{edit.conflict}. Lo que usted escribió sigue aquí.</p>
              <Button className="mt-2" onClick={edit.reload}>
                Recargar
              </Button>
            </Note>
          </div>
        )}
        {occasions[answerKey] === undefined ? (
          <AnswerWords
            answerKey={answerKey}
            words={words}
            rules={rules}
            onChange={(changed) => edit.change({ words: changed })}
          />
        ) : (
          <p className="px-4 pt-1 pb-4 text-body text-muted">{occasions[answerKey]}</p>
        )}
        <FormatBar length={content.length} onFormat={field.format} />
        <TemplateArea
          {...field.props}
          listUnknown={unknownAnswerVariables}
          aria-label={`Texto de «${findName(answerKey)}»`}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => edit.change({ content: event.target.value })}
        />
        <div aria-live="polite" className="px-4 empty:hidden *:py-2.5">
          {error !== undefined && <FieldFoot id={id} error={error} />}
        </div>
        <VariablePart>
          <VariableButtons
            variables={answerVariables.filter(({ name }) => first.variables.includes(name))}
            onInsert={field.insert}
          />
        </VariablePart>
        <div className="sticky bottom-0 flex flex-wrap items-center gap-2 border-line border-t bg-surface-2 px-4 py-3">
          <Button
            variant="ghost"
            icon={<RotateCcw size={15} aria-hidden="true" />}
            disabled={content === first.content}
            onClick={() => field.restore(first.content)}
          >
            Texto original
          </Button>
          <p role="status" className="ml-auto font-medium text-[12px] text-yellow-text leading-4">
            {edit.isDirty && 'Cambios sin guardar'}
          </p>
          <Button
            variant="primary"
            disabled={!edit.isDirty && !edit.isSaving}
            busy={edit.isSaving}
            busyLabel="Guardando..."
            onClick={() => void save()}
          >
            Guardar
          </Button>
        </div>
      </Surface>
      <PreviewPart rule={{ key: answerKey, isOn, words, content }} rules={rules} />
    </div>
  )
}

/** The rule that is open stands in the address too. */
const leavesAnswer: UnsavedWork['isLostBy'] = (from, to) => from.pathname !== to.pathname || from.search !== to.search
