import type { SignUp } from '@casillero/shared/contract/signups'
import { useController } from 'react-hook-form'
import { ChoiceRows } from '../../ui/forms/choice-rows.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'

type Form = { signUp: SignUp; terms: string }

const Fields = createFields<Form>()

const choices = [
  { id: 'off', label: 'Apagada', says: 'La página no existe; los clientes los crea su personal.' },
  {
    id: 'approval',
    label: 'Con aprobación',
    says: 'Cada solicitud espera en Clientes › Solicitudes hasta que alguien la aprueba.',
  },
  { id: 'automatic', label: 'Automática', says: 'El casillero y la dirección se dan al recibir el mensaje.' },
] as const

/** docs/product/sign-up.md, "Setting up". */
export function SignUpFields() {
  const { field } = useController<Form, 'signUp'>({ name: 'signUp' })
  return (
    <div>
      <ChoiceRows legend="Alta de clientes" rows={choices} chosen={field.value} onChoose={field.onChange} />
      <p className="mt-1 text-help text-muted">
        Quien quiere ser cliente llena sus datos y prueba su número con un mensaje de WhatsApp, en{' '}
        <a
          className="break-all text-primary-text underline underline-offset-2"
          href="/registro"
          target="_blank"
          rel="noopener"
        >
          {`${location.host}/registro`}
        </a>
      </p>
      <div className="mt-3">
        <Fields.Area
          name="terms"
          label="Términos del servicio"
          help="Una dirección o el texto mismo. Vacío: la página no pide aceptarlos"
        />
      </div>
    </div>
  )
}
