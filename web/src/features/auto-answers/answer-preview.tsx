import { renderAnswer, sampleAnswerValues } from '@casillero/shared/domain/answer-text'
import { type AnswerRule, findAnswerDefault, matchAnswer } from '@casillero/shared/domain/auto-answers'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { SentBubble } from '../templates/message-preview.tsx'
import { findName } from './answers-state.ts'

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
  const key = matchAnswer(rules, { text, kind: 'text', owes: false, isClosed: false })
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
          <span className="text-muted">Nadie contesta: va a Por atender</span>
        )}
      </p>
    </div>
  )
}

type PreviewPartProps = { rule: AnswerRule & { content: string }; rules: readonly AnswerRule[] }

export const PreviewPart = ({ rule, rules }: PreviewPartProps) => (
  <div className="grid gap-3">
    <AnswerPreview question={findAnswerDefault(rule.key).question} content={rule.content} />
    <AnswerTry rules={rules} />
  </div>
)
