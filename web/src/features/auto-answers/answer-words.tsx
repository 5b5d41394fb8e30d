import { answerWord, mostAnswerWords } from '@casillero/shared/contract/auto-answers'
import { type AnswerKey, type AnswerRule, findRival, isSameWord } from '@casillero/shared/domain/auto-answers'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { FieldFoot } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { findName } from './answers-state.ts'

type WordsProps = {
  answerKey: AnswerKey
  words: readonly string[]
  rules: readonly AnswerRule[]
  onChange: (words: string[]) => void
}

export function AnswerWords({ answerKey, words, rules, onChange }: WordsProps) {
  const id = useId()
  const add = useRef<HTMLButtonElement>(null)
  const [isAdding, setIsAdding] = useState(false)
  const rivals = words.flatMap((word) => {
    const found = findRival(rules, answerKey, word)
    return found ? [{ word, ...found }] : []
  })
  const remove = (word: string) => {
    onChange(words.filter((one) => one !== word))
    add.current?.focus()
  }
  return (
    <section aria-labelledby={`${id}-label`} className="grid gap-2 px-4 pt-3 pb-4">
      <h3 id={`${id}-label`} className="font-medium text-label">
        Contesta cuando el cliente escribe
      </h3>
      <ul className="flex flex-wrap items-center gap-1.5">
        {words.map((word) => (
          <Word key={word} word={word} onRemove={() => remove(word)} />
        ))}
        <li>
          {isAdding ? (
            <NewWord
              words={words}
              onAdd={(word) => onChange([...words, word])}
              onClose={() => {
                setIsAdding(false)
                requestAnimationFrame(() => add.current?.focus())
              }}
            />
          ) : (
            <button
              ref={add}
              type="button"
              disabled={words.length >= mostAnswerWords}
              onClick={() => setIsAdding(true)}
              className={buttonClass('link', 'sm')}
            >
              <Plus size={15} aria-hidden="true" />
              Palabra
            </button>
          )}
        </li>
      </ul>
      {rivals.map(({ word, rival, wins }) => (
        <Note key={word} tone="yellow">
          «{word}» también está en «{findName(rival)}»: contesta «{findName(wins)}», que está más arriba.
        </Note>
      ))}
      <p className="text-help text-muted">
        {words.length === 0 ? 'Sin palabras no contesta. ' : ''}Sin importar tildes ni mayúsculas, en mensajes de 12
        palabras o menos.
      </p>
    </section>
  )
}

function Word({ word, onRemove }: { word: string; onRemove: () => void }) {
  return (
    <li className="inline-flex min-h-8 max-w-full items-center rounded-md border border-grey-line bg-surface-2 pl-2.5 text-body pointer-coarse:min-h-11">
      <span className="min-w-0 break-words">{word}</span>
      <button
        type="button"
        aria-label={`Quitar «${word}»`}
        onClick={onRemove}
        className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:text-fg pointer-coarse:size-11"
      >
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  )
}

type NewWordProps = { words: readonly string[]; onAdd: (word: string) => void; onClose: () => void }

function NewWord({ words, onAdd, onClose }: NewWordProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const take = (): boolean => {
    const parsed = z.safeParse(answerWord, typed)
    if (!parsed.success) setError(parsed.error.issues[0]?.message)
    else if (words.some((word) => isSameWord(word, parsed.data))) setError('Ya está')
    else {
      onAdd(parsed.data)
      setTyped('')
      setError(undefined)
      return true
    }
    return false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (typed.trim() === '') onClose()
    else take()
  }
  return (
    <div className="grid gap-1">
      <TextInput
        autoFocus
        aria-label="Palabra nueva"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        autoComplete="off"
        value={typed}
        className="w-44"
        onChange={(event) => {
          setTyped(event.target.value)
          setError(undefined)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (typed.trim() === '' || take()) onClose()
        }}
      />
      <div aria-live="polite" className="empty:hidden">
        {error !== undefined && <FieldFoot id={id} error={error} />}
      </div>
    </div>
  )
}
