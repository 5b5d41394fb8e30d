import type { User } from '@casillero/shared/contract/auth'
import { type NewUserDraft, newUserDraft, type UserDraft, userDraft } from '@casillero/shared/contract/users'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { FormDialog, type FormTexts } from '../../crud/form-dialog.tsx'
import type { WholeForm } from '../../ui/forms/form-fields.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { PhoneField } from '../../ui/forms/phone-field.tsx'
import { PermissionFields } from './permission-fields.tsx'
import { Fields, type UserForm } from './user-fields.ts'
import { userTypeOptions } from './user-texts.ts'

const statusChoices = [
  { value: 'active', label: 'Activo' },
  { value: 'inactive', label: 'Inactivo' },
]

type NewUserFormProps = {
  texts: FormTexts
  save: (draft: NewUserDraft) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

export function NewUserForm({ texts, save, onClose, children }: NewUserFormProps) {
  return (
    <FormDialog texts={texts} size="2xl" schema={newUserDraft} values={newUser} save={save} onClose={onClose}>
      <PersonSections person={children} email={<Fields.Text {...emailField} required />} />
      <FormSection title="Información de Cuenta">
        <Fields.Password name="password" label="Contraseña" required help="Al menos 8 caracteres" />
        <Fields.Select name="type" label="Tipo de Usuario" options={userTypeOptions} />
      </FormSection>
      <PermissionFields />
    </FormDialog>
  )
}

type EditUserFormProps = {
  texts: FormTexts
  user: User
  save: (draft: UserDraft) => Promise<unknown>
  reload: () => Promise<User>
  /** Why type and status cannot be changed. */
  locked?: string | undefined
  onClose: () => void
  children?: ReactNode
  account?: ReactNode
}

export function EditUserForm({ texts, user, save, reload, locked, onClose, children, account }: EditUserFormProps) {
  return (
    <FormDialog
      texts={texts}
      size="2xl"
      schema={userDraft}
      values={toFormValues(user)}
      save={save}
      reload={async () => toFormValues(await reload())}
      onClose={onClose}
    >
      <PersonSections person={children} email={<Fields.Text {...emailField} />} />
      <FormSection title="Información de Cuenta" columns="sm:grid-cols-3">
        <Fields.Password name="password" label="Contraseña" help="Déjela vacía para no cambiarla" />
        <Fields.Select name="type" label="Tipo de Usuario" options={userTypeOptions} locked={locked} />
        <Fields.Segmented name="status" label="Estado" choices={statusChoices} locked={locked} />
        {account}
      </FormSection>
      <PermissionFields />
    </FormDialog>
  )
}

const emailField = {
  name: 'email',
  label: 'Correo Electrónico',
  type: 'email',
  inputMode: 'email',
  maxLength: 160,
} as const

function PersonSections({ person, email }: { person: ReactNode; email: ReactNode }) {
  return (
    <>
      <FormSection title="Información Personal">
        <Fields.Text name="firstName" label="Nombre" required maxLength={120} />
        <Fields.Text name="lastName" label="Apellido" maxLength={120} />
        {person}
      </FormSection>
      <FormSection title="Información de Contacto">
        {email}
        <PhoneField<UserForm> name="phone" label="Teléfono" />
      </FormSection>
    </>
  )
}

export const CedulaField = () => <Fields.Text name="cedula" label="Cédula" maxLength={40} />

const newUser: z.input<typeof newUserDraft> = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  cedula: '',
  password: '',
  type: 'user',
  seesMoneyReports: false,
  denials: [],
  discountLimit: null,
}

const toFormValues = (user: User): WholeForm<UserForm> => ({
  firstName: user.firstName,
  lastName: user.lastName ?? '',
  email: user.email ?? '',
  phone: user.phone ?? '',
  // Not on every form; it goes back as it came.
  cedula: user.cedula ?? '',
  password: '',
  type: user.type,
  seesMoneyReports: user.seesMoneyReports,
  denials: user.denials,
  discountLimit: user.discountLimit,
  status: user.status,
  version: user.version,
})

/** Where none was typed. */
export function withoutEmptyPassword({ password, ...draft }: UserDraft): UserForm {
  return password === null ? draft : { ...draft, password }
}
