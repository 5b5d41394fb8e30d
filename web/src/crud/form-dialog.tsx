import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, FormProvider, useForm } from 'react-hook-form'
import type { $ZodType } from 'zod/v4/core'
import { ApiError, sentenceOf } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, type DialogSize } from '../ui/dialog.tsx'
import { DiscardDialog } from '../ui/discard-dialog.tsx'
import { Note } from '../ui/note.tsx'
import { ProblemList } from '../ui/problem-list.tsx'
import { Tag } from '../ui/tag.tsx'
import { dismissToast, toastError, toastProgress, toastSuccess } from '../ui/toast.tsx'

export type FormTexts = {
  title: string
  badge?: string
  save: string
  saving: string
  saved: string
  failed: string
  /** Said while it saves, where the specification wants more than the button's text. */
  progress?: string
  /** How long the success stays, in milliseconds. */
  savedMs?: number
}

type FormDialogProps<Input extends FieldValues, Output> = {
  texts: FormTexts
  size: DialogSize
  schema: $ZodType<Output, Input>
  values: DefaultValues<Input>
  /** Rejects to keep the dialog open with what was typed; without it there is nothing to save now. */
  save: ((draft: Output) => Promise<unknown>) | undefined
  /** The values as they are now, after somebody else changed them; what was typed here stays. */
  reload?: (() => Promise<DefaultValues<Input>>) | undefined
  /** Fixed under the title: tabs. */
  head?: ReactNode
  /** At the left of the foot: a live result, that may watch the fields. */
  aside?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: closes when the save resolves; the server's field errors land under the fields. */
export function FormDialog<Input extends FieldValues, Output>(props: FormDialogProps<Input, Output>) {
  const { texts, size, schema, values, save, reload, head, aside, onClose, children } = props
  const id = useId()
  const isRunning = useRef(false)
  const [isAsking, setIsAsking] = useState(false)
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues: values })
  const saving = useMutation({ mutationFn: async (draft: Output) => save?.(draft) })
  const { errors, isDirty } = form.formState

  const isField = (name: string): name is FieldPath<Input> => Object.hasOwn(form.getValues(), name)
  const inOrder = (names: string[]) => Object.keys(form.getValues()).filter((name) => names.includes(name))

  const refuse = (error: unknown, progress: string | undefined) => {
    const fields = error instanceof ApiError ? error.fields : {}
    const names = inOrder(Object.keys(fields)).filter(isField)
    names.forEach((name, index) => {
      form.setError(name, { type: 'server', message: fields[name] ?? '' }, { shouldFocus: index === 0 })
    })
    if (names.length === 0 && !isStale(error)) toastError(sentenceOf(error, texts.failed), { replaces: progress })
    else if (progress !== undefined) dismissToast(progress)
  }
  const submit = form.handleSubmit(async (draft) => {
    if (isRunning.current || save === undefined) return
    isRunning.current = true
    const progress = texts.progress === undefined ? undefined : toastProgress(texts.progress)
    try {
      await saving.mutateAsync(draft)
      toastSuccess(texts.saved, { ms: texts.savedMs, replaces: progress })
      onClose()
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
      toastError(sentenceOf(error, texts.failed))
    }
  }
  const close = () => {
    if (isRunning.current) return
    if (isDirty) setIsAsking(true)
    else onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void submit()
    }
  }
  const problems = inOrder(Object.keys(errors))
    .filter(isField)
    .map((name) => ({ name, message: String(errors[name]?.message ?? ''), focus: () => form.setFocus(name) }))

  return (
    <FormProvider {...form}>
      <Dialog
        title={texts.title}
        size={size}
        badge={texts.badge === undefined ? undefined : <Tag>{texts.badge}</Tag>}
        head={head}
        onClose={close}
        footer={
          <>
            {aside !== undefined && <div className="mr-auto max-md:w-full">{aside}</div>}
            <Button className="max-md:flex-1" onClick={close}>
              Cancelar
            </Button>
            <Button
              type="submit"
              form={id}
              variant="primary"
              className="max-md:flex-1"
              disabled={save === undefined}
              busy={saving.isPending}
              busyLabel={texts.saving}
            >
              {texts.save}
            </Button>
          </>
        }
      >
        <form id={id} noValidate onSubmit={submit} onKeyDown={onKeyDown} className="px-4 md:px-5">
          {isStale(saving.error) && (
            <div role="alert" ref={bringIntoView} className="pb-3">
              <Note tone="yellow">
                <p>{sentenceOf(saving.error, texts.failed)}. Lo que usted escribió sigue aquí.</p>
                {reload && (
                  <Button className="mt-2" onClick={() => void bringCurrent()}>
                    Recargar
                  </Button>
                )}
              </Note>
            </div>
          )}
          <ProblemList problems={problems} />
          <div>{children}</div>
        </form>
        {isAsking && <DiscardDialog onDiscard={onClose} onStay={() => setIsAsking(false)} />}
      </Dialog>
    </FormProvider>
  )
}

// The button that was pressed stays at the bottom while a long form is scrolled away from its top.
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

const isStale = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'stale' || error.code === 'package_changed')
