import { type AutoAnswer, type AutoAnswers, answerContent } from '@casillero/shared/contract/auto-answers'
import {
  answerVariables,
  renderAnswer,
  sampleAnswerValues,
  unknownAnswerVariables,
} from '@casillero/shared/domain/answer-text'
import { type AnswerKey, type AnswerRule, findAnswerDefault, matchAnswer } from '@casillero/shared/domain/auto-answers'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Check, ListRestart } from 'lucide-react'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, describeError } from '../../lib/api.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { Field, FieldFoot } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { EditConflict, EditFoot, useEditedText } from '../templates/edited-text.tsx'
import { FormatBar } from '../templates/format-bar.tsx'
import { SentBubble } from '../templates/message-preview.tsx'
import { TemplateArea } from '../templates/template-area.tsx'
import { VariableButtons, VariablePart } from '../templates/variable-chips.tsx'
import { AnswerWords } from './answer-words.tsx'
import {
  answersCall,
  findName,
  isStale,
  loadFailed,
  moveAnswer,
  saveFailed,
  useActAtOnce,
  useSaveAnswers,
  withAnswer,
} from './answers-state.ts'

type Typed = { words: readonly string[]; content: string }

type Edit = Typed & { base: Typed; version: number }

const isSame = (one: Typed, other: Typed): boolean =>
  one.content === other.content && one.words.join('\n') === other.words.join('\n')

const findAnswer = ({ answers }: AutoAnswers, key: AnswerKey): AutoAnswer =>
  answers.find((one) => one.key === key) ?? {
    key,
    isOn: false,
    words: [...findAnswerDefault(key).words],
    content: findAnswerDefault(key).content,
    isCustomized: false,
    answered: 0,
  }

/** What was typed stays until it is saved or discarded. */
function useAnswerEdit(data: AutoAnswers, key: AnswerKey) {
  const client = useQueryClient()
  const [edit, setEdit] = useState<Edit>()
  const saving = useSaveAnswers()
  const current = findAnswer(data, key)
  const typed: Typed = edit ?? current

  const change = (next: Partial<Typed>) =>
    setEdit((now) => {
      const { base, version } = now ?? { base: current, version: data.version }
      const { words, content } = { ...(now ?? current), ...next }
      return isSame({ words, content }, base) ? undefined : { words, content, base, version }
    })

  const reload = async () => {
    try {
      const fresh = (await client.fetchQuery({ ...answersCall, staleTime: 0 })).data
      setEdit((now) => now && { ...now, base: findAnswer(fresh, key), version: fresh.version })
      saving.reset()
    } catch (error) {
      toastError(describeError(error, loadFailed))
    }
  }

  return {
    words: typed.words,
    content: typed.content,
    isDirty: edit !== undefined,
    isSaving: saving.isPending,
    /** Another user saved this rule meanwhile. */
    conflict: isStale(saving.error) ? describeError(saving.error, saveFailed) : undefined,
    reload: () => void reload(),
    change,
    save: async (): Promise<boolean> => {
      if (saving.isPending) return false
      // A switch toggled meanwhile raises the version but leaves this rule unchanged.
      const version = edit === undefined || isSame(current, edit.base) ? data.version : edit.version
      const { words, content } = typed
      const answers = withAnswer(data.answers, key, { words: [...words], content })
      try {
        await saving.mutateAsync({ answers, version })
      } catch (error) {
        if (!isStale(error)) tellRefusal(error)
        return false
      }
      // If the user typed on during the save, editing continues from the saved text.
      setEdit((now) =>
        now === undefined || isSame(now, { words, content }) ? undefined : { ...now, base: { words, content } },
      )
      toastSuccess('Respuesta guardada')
      return true
    },
  }
}

function tellRefusal(error: unknown): void {
  const [problem] = error instanceof ApiError ? Object.values(error.fields) : []
  if (problem === undefined) toastFailure(error, saveFailed)
  else toastError(problem)
}

function AnswerPreview({ question, content }: { question: string; content: string }) {
  return (
    <section aria-label="Así se ve" className="min-w-0">
      <p aria-hidden="true" className="mb-1.5 font-medium text-label text-muted">
        Así se ve
      </p>
      <div className="grid gap-2 rounded-lg border border-line bg-surface-3 p-3 pb-6">
        <div className="mr-6 w-fit rounded-md border border-line bg-surface px-3 pt-2.5 pb-1.5 text-body">
          <p className="break-words">{question}</p>
          <p aria-hidden="true" className="mt-0.5 text-right text-[11px] text-muted leading-4">
            10:41
          </p>
        </div>
        <div className="ml-6">
          <SentBubble text={renderAnswer(content, sampleAnswerValues)} />
        </div>
      </div>
    </section>
  )
}

function AnswerTry({ rules }: { rules: readonly AnswerRule[] }) {
  const [text, setText] = useState('')
  const asked = { text, kind: 'text', owes: false, isClosed: false } as const
  const key = matchAnswer(rules, asked)
  const off = matchAnswer(
    rules.map((rule) => ({ ...rule, isOn: true })),
    asked,
  )
  return (
    <div>
      <Field label="Pruebe con otro mensaje">
        {(control) => (
          <TextInput {...control} autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <p aria-live="polite" className="mt-1.5 min-h-5 text-label">
        {text.trim() !== '' && key !== undefined && (
          <span className="flex items-center gap-1.5 text-green-text">
            <Check size={14} aria-hidden="true" />
            Contesta «{findName(key)}»
          </span>
        )}
        {text.trim() !== '' && key === undefined && (
          <span className="text-muted">
            {off === undefined
              ? 'Nadie contesta: va a Por atender'
              : `«${findName(off)}» está apagada: va a Por atender`}
          </span>
        )}
      </p>
    </div>
  )
}

type PreviewPartProps = { rule: AnswerRule & { content: string }; rules: readonly AnswerRule[] }

const PreviewPart = ({ rule, rules }: PreviewPartProps) => (
  <div className="grid gap-3">
    <AnswerPreview question={findAnswerDefault(rule.key).question} content={rule.content} />
    <AnswerTry rules={rules} />
  </div>
)

const occasions: Partial<Record<AnswerKey, string>> = {
  tracking: 'Contesta cuando el cliente manda un número de rastreo. Uno que no conocemos queda como prealerta suya.',
  voucher: 'Contesta cuando un cliente que debe manda una imagen o un PDF. La conversación sigue por atender.',
  closed:
    'Contesta una vez al día, cuando está cerrado según su horario y ninguna otra coincide. La conversación sigue por atender.',
}

const describeProblem = (content: string): string | undefined =>
  z.safeParse(answerContent, content).error?.issues[0]?.message

type AnswerEditorProps = { data: AutoAnswers; answerKey: AnswerKey }
type AnswerEdit = ReturnType<typeof useAnswerEdit>

export function AnswerEditor({ data, answerKey }: AnswerEditorProps) {
  const id = useId()
  const edit = useAnswerEdit(data, answerKey)
  const { words, content } = edit
  const first = findAnswerDefault(answerKey)
  const { isOn } = findAnswer(data, answerKey)
  const rules = data.answers.map((one) => (one.key === answerKey ? { ...one, words } : one))
  const subject = { text: content, problem: describeProblem(content), thing: 'La respuesta', name: first.name }
  const { field, save, error } = useEditedText(edit, subject)
  return (
    <div className="grid @min-[800px]/page:grid-cols-[minmax(0,1fr)_260px] items-start gap-4">
      <Surface className="min-w-0 overflow-clip">
        <AnswerHead titleId={`${id}-title`} data={data} answerKey={answerKey} edit={edit} />
        <EditConflict edit={edit} />
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
        <EditFoot
          edit={edit}
          isOriginal={content === first.content}
          onRestore={() => field.restore(first.content)}
          onSave={() => void save()}
        >
          <p role="status" className="ml-auto font-medium text-[12px] text-yellow-text leading-4">
            {edit.isDirty && 'Cambios sin guardar'}
          </p>
        </EditFoot>
      </Surface>
      <PreviewPart rule={{ key: answerKey, isOn, words, content }} rules={rules} />
    </div>
  )
}

function AnswerHead({ titleId, data, answerKey, edit }: AnswerEditorProps & { titleId: string; edit: AnswerEdit }) {
  const [said, setSaid] = useState('')
  const { act } = useActAtOnce(data)
  const first = findAnswerDefault(answerKey)
  const { isOn } = findAnswer(data, answerKey)
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
    <>
      <div className="flex min-h-12 items-center gap-x-3 py-2 pr-2 pl-4">
        <h2 id={titleId} className="mr-auto min-w-0 font-semibold text-card">
          {first.name}
        </h2>
        <Badge tone={isOn ? 'green' : 'grey'}>{isOn ? 'Encendida' : 'Apagada'}</Badge>
        {answerKey !== 'closed' && <MenuButton items={menu} label={`Más acciones de «${first.name}»`} />}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}
