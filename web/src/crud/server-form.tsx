import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type Resolver,
  set,
  useForm,
} from 'react-hook-form'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { ApiError, describeError } from '../lib/api.ts'
import { Button } from '../ui/controls/button.tsx'
import { toastFailure } from '../ui/feedback/failure-toast.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { ProblemList } from '../ui/feedback/problem-list.tsx'
import { toastProgress, toastSuccess } from '../ui/feedback/toast.tsx'
import { dismissToast } from '../ui/feedback/toast-store.ts'
import { useUnsavedWork } from '../ui/overlays/use-unsaved-work.tsx'
import { listFaults } from './list-faults.ts'

export type SaveTexts = {
  saved: string
  /** Called after saving, where the message depends on the answer. */
  announce?: () => string
  failed: string
  offline?: string
  progress?: string
  savedMs?: number
}

export type FormOptions<Input extends FieldValues, Output> = {
  schema: $ZodType<Output, Input>
  values: DefaultValues<Input>
  /** Rejects to keep what was typed. Undefined while there is nothing to save. */
  save: ((draft: Output) => Promise<unknown>) | undefined
  /** Loads the current values after another user changed them; what was typed stays. */
  reload?: (() => Promise<DefaultValues<Input>>) | undefined
}

type ServerFormOptions<Input extends FieldValues, Output> = FormOptions<Input, Output> & {
  texts: SaveTexts
  onSaved: () => void
}

/** Characters. A longer message stays for the usual time. */
const longText = 60

/** Shows field errors under the fields. A conflict keeps what was typed. */
export function useServerForm<Input extends FieldValues, Output>(options: ServerFormOptions<Input, Output>) {
  const { texts, schema, values, save, reload, onSaved } = options
  const isRunning = useRef(false)
  const form = useForm<Input, unknown, Output>({ resolver: createResolver(schema), defaultValues: values })
  const saving = useMutation({ mutationFn: async (draft: Output) => save?.(draft) })
  const { errors, isDirty } = form.formState
  useUnsavedWork(isDirty)

  const isField = (name: string): name is FieldPath<Input> =>
    Object.hasOwn(form.getValues(), name.split('.')[0] ?? name)
  const inOrder = (names: string[]) => Object.keys(form.getValues()).filter((name) => names.includes(name))

  const refuse = (error: unknown, progress: string | undefined) => {
    const fields = error instanceof ApiError ? error.fields : {}
    const names = inOrder(Object.keys(fields)).filter(isField)
    names.forEach((name, index) => {
      form.setError(name, { type: 'server', message: fields[name] ?? '' }, { shouldFocus: index === 0 })
    })
    if (names.length === 0 && !isStale(error))
      toastFailure(error, texts.failed, { offline: texts.offline, replaces: progress })
    else if (progress !== undefined) dismissToast(progress)
  }
  const submit = form.handleSubmit(async (draft) => {
    if (isRunning.current || save === undefined) return
    isRunning.current = true
    const progress = texts.progress === undefined ? undefined : toastProgress(texts.progress)
    try {
      await saving.mutateAsync(draft)
      const said = texts.announce?.() ?? texts.saved
      toastSuccess(said, { ms: said.length > longText ? undefined : texts.savedMs, replaces: progress })
      onSaved()
    } catch (error) {
      refuse(error, progress)
    } finally {
      isRunning.current = false
    }
  })
  const bringCurrent = async () => {
    if (reload === undefined) return
    try {
      form.reset(await reload(), { keepDirtyValues: true })
      saving.reset()
    } catch (error) {
      toastFailure(error, texts.failed, { offline: texts.offline })
    }
  }
  const problems = inOrder(Object.keys(errors))
    .flatMap((name) => listFaults(errors[name], name))
    .map((fault) => ({ ...fault, focus: () => isField(fault.name) && form.setFocus(fault.name) }))

  return {
    form,
    submit,
    isDirty,
    isSaving: saving.isPending,
    isRunning: () => isRunning.current,
    problems,
    conflict: isStale(saving.error) ? describeError(saving.error, texts.failed) : undefined,
    reload: reload && (() => void bringCurrent()),
  }
}

type FormBodyProps = {
  id: string
  saved: Pick<ReturnType<typeof useServerForm>, 'problems' | 'conflict' | 'reload'> & {
    submit: () => Promise<void>
  }
  className?: string
  children: ReactNode
}

export function FormBody({ id, saved, className, children }: FormBodyProps) {
  const body = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  const submit = async () => {
    await saved.submit()
    // After the marks of a refusal, so that they stand when the effect runs.
    setTries((count) => count + 1)
  }
  // By the page, because the library knows no fields within a list or a week. It moves the focus in a timer of its own, earlier.
  useEffect(() => {
    if (tries === 0) return
    const focus = () => body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    const timer = setTimeout(focus)
    return () => clearTimeout(timer)
  }, [tries])
  const onKeyDown = (event: KeyboardEvent) => {
    // A dialog opened from a field is inside the form's React tree, but elsewhere in the page.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isInside) {
      event.preventDefault()
      void submit()
    }
  }
  return (
    <form
      ref={body}
      id={id}
      noValidate
      className={className}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        // The form of a dialog opened from a field sends its events here too.
        if (event.target === event.currentTarget) void submit()
      }}
    >
      {saved.conflict !== undefined && (
        <div role="alert" ref={bringIntoView} className="pb-3">
          <Note tone="yellow">
            <p>{saved.conflict}. Lo que usted escribió sigue aquí.</p>
            {saved.reload && (
              <Button className="mt-2" onClick={saved.reload}>
                Recargar
              </Button>
            )}
          </Note>
        </div>
      )}
      <ProblemList problems={saved.problems} />
      <div>{children}</div>
    </form>
  )
}

// The save button stays in sight at the bottom while the top of a long form is scrolled away.
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

const isStale = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'stale' || error.code === 'package_changed')

/** Gives each field its first error. Errors of no field go under `root`. */
export function createResolver<Input extends FieldValues, Output>(
  schema: $ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (draft) => {
    const parsed = safeParse(schema, draft)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: FieldErrors<Input> = {}
    for (const issue of parsed.error.issues) {
      const name = issue.path.join('.') || 'root'
      if (get(errors, name) === undefined) set(errors, name, { type: issue.code ?? 'invalid', message: issue.message })
    }
    return { values: {}, errors }
  }
}
