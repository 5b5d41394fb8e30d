import { findTrackingFault } from '@casillero/shared/contract/schema'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { read } from '../../../lib/api.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { useFieldError } from '../../../ui/forms/text-fields.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { focusField } from './field-focus.ts'
import type { PackageFields } from './package-draft.ts'

type TrackingFieldProps = {
  name: 'tracking' | 'warehouseTracking'
  label: string
  help?: string
  /** The field that gets the focus after a scanner's Enter. */
  next: 'warehouseTracking' | 'weight'
  /** The package's own id: it is not its own duplicate. */
  exceptId: string | undefined
  onOpen: (packageId: string) => void
  className?: string
}

/** `12.5`, `4,20`, `7`: hardly a carrier's number. */
const looksLikeWeight = (text: string): boolean => /^\d{1,3}([.,]\d{1,2})?$/.test(text)

/** Warns of duplicates and of weights, but allows saving both. */
export function TrackingField({ name, label, help, next, exceptId, onOpen, className }: TrackingFieldProps) {
  const { register } = useFormContext<PackageFields>()
  const error = useFieldError<PackageFields>(name)
  const typed = useWatch<PackageFields, typeof name>({ name })?.trim() ?? ''
  const [asked, setAsked] = useState('')
  const same = useQuery({
    ...read('GET /api/packages/same-tracking', { query: { tracking: asked, exceptId } }),
    enabled: asked !== '' && findTrackingFault(asked) === undefined,
  })
  const fault = asked === typed ? findTrackingFault(typed) : undefined
  const twin = asked === typed ? same.data?.data : undefined
  const field = register(name, {
    onBlur: () => setAsked(typed),
    // Either of the two numbers is enough.
    deps: 'tracking',
  })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    focusField(event.currentTarget, next)
  }
  return (
    <Field
      label={label}
      error={error}
      className={className}
      help={
        twin ? (
          <Warning>
            Ya existe en el{' '}
            <button type="button" className="font-medium underline" onClick={() => onOpen(twin.id)}>
              paquete #{twin.companyPackageId}
            </button>
          </Warning>
        ) : fault ? (
          <Warning>{fault.message}</Warning>
        ) : asked === typed && looksLikeWeight(typed) ? (
          <Warning>Parece un peso; el peso va en su propio campo</Warning>
        ) : (
          help
        )
      }
    >
      {(control) => (
        <TextInput
          {...control}
          {...field}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  )
}

const Warning = ({ children }: { children: ReactNode }) => (
  <span role="status" className="text-yellow-text">
    {children}
  </span>
)
