import { type ReactNode, useId, useState } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { Button } from '../ui/controls/button.tsx'
import { Tag } from '../ui/display/tag.tsx'
import { Dialog, type DialogSize } from '../ui/overlays/dialog.tsx'
import { DiscardDialog } from '../ui/overlays/discard-dialog.tsx'
import { FormBody, type FormOptions, type SaveTexts, useServerForm } from './server-form.tsx'

export type FormTexts = SaveTexts & { title: string; badge?: string; save: string; saving: string }

type FormDialogProps<Input extends FieldValues, Output> = FormOptions<Input, Output> & {
  texts: FormTexts
  size: DialogSize
  head?: ReactNode
  /** `start` shows a live result at the left; `beside` is another way to save, before the primary button. */
  foot?: { start?: ReactNode; beside?: ReactNode }
  onClose: () => void
  children: ReactNode
}

/** Closes when the save resolves. */
export function FormDialog<Input extends FieldValues, Output>(props: FormDialogProps<Input, Output>) {
  const { texts, size, schema, values, save, reload, head, foot, onClose, children } = props
  const id = useId()
  const [isAsking, setIsAsking] = useState(false)
  const saved = useServerForm({ texts, schema, values, save, reload, onSaved: onClose })
  const close = () => {
    if (saved.isRunning()) return
    if (saved.isDirty) setIsAsking(true)
    else onClose()
  }
  return (
    <FormProvider {...saved.form}>
      <Dialog
        title={texts.title}
        size={size}
        badge={texts.badge === undefined ? undefined : <Tag>{texts.badge}</Tag>}
        head={head}
        holds={() => saved.isDirty || saved.isRunning()}
        onClose={close}
        footer={
          <>
            {foot?.start !== undefined && <div className="mr-auto max-md:w-full">{foot.start}</div>}
            <Button className="max-md:flex-1" onClick={close}>
              Cancelar
            </Button>
            {foot?.beside}
            <Button
              type="submit"
              form={id}
              variant="primary"
              className="max-md:flex-1"
              disabled={save === undefined}
              busy={saved.isSaving}
              busyLabel={texts.saving}
            >
              {texts.save}
            </Button>
          </>
        }
      >
        <FormBody id={id} saved={saved} className="px-4 md:px-5">
          {children}
        </FormBody>
        {isAsking && <DiscardDialog onDiscard={onClose} onStay={() => setIsAsking(false)} />}
      </Dialog>
    </FormProvider>
  )
}
