import type { User } from '@casillero/shared/contract/auth'
import { type NewUserDraft, newUserDraft, type UserDraft, userDraft } from '@casillero/shared/contract/users'
import { type Permission, permissionLabels, permissions } from '@casillero/shared/domain/permissions'
import { type ReactNode, useId, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { FormDialog, type FormTexts } from '../../crud/form-dialog.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CheckBox } from '../../ui/forms/checkbox.tsx'
import { formatDecimal, parseDecimal } from '../../ui/forms/decimal-text.ts'
import { FieldFoot } from '../../ui/forms/field.tsx'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { PhoneField } from '../../ui/forms/phone-field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { userTypeOptions } from './user-texts.ts'

type UserForm = z.input<typeof userDraft>

const Fields = createFields<UserForm>()

const hints: Partial<Record<Permission, string>> = {
  clients: 'Crear y editar',
  payments: 'Turnos, pagos, comprobantes',
  handovers: 'Entregas y envíos',
  conversations: 'Leer y contestar',
  weights: 'Cambia lo que se cobra',
}

const columns: readonly (readonly Permission[])[] = [
  permissions.filter((one) => !isNarrow(one)),
  permissions.filter(isNarrow),
]

function isNarrow(one: Permission): boolean {
  return one === 'discounts' || one === 'weights' || one === 'imports' || one === 'exports'
}

const countMissing = (count: number): string =>
  count === 0
    ? 'Todo; lo que se agregue después le llega encendido'
    : `Sin ${count} ${count === 1 ? 'permiso' : 'permisos'}; lo que se agregue después le llega encendido`

/** docs/product/permissions.md, "The form". */
function PermissionFields() {
  const type = useWatch<UserForm, 'type'>({ name: 'type' })
  const { field } = useController<UserForm, 'denials'>({ name: 'denials' })
  const money = useController<UserForm, 'seesMoneyReports'>({ name: 'seesMoneyReports' })
  const limit = useController<UserForm, 'discountLimit'>({ name: 'discountLimit' })
  const id = useId()
  const denials = field.value ?? []
  const set = (one: Permission, isGiven: boolean) => {
    field.onChange(isGiven ? denials.filter((each) => each !== one) : [...denials, one])
    // A hidden limit is cleared, because its refusal could not be shown.
    if (one === 'discounts' && !isGiven) limit.field.onChange(null)
  }
  const sees = {
    label: 'Ver reportes de dinero',
    checked: money.field.value === true,
    onChange: (isGiven: boolean) => money.field.onChange(isGiven),
  }
  return (
    <section aria-labelledby={id} className="border-line border-t py-4 last:pb-5">
      <div className="mb-1 flex flex-wrap items-baseline gap-x-3">
        <h3 id={id} className="font-semibold text-body">
          Qué puede hacer
        </h3>
        {type === 'user' && (
          <>
            <p aria-live="polite" className="text-help text-muted">
              {countMissing(denials.length + (sees.checked ? 0 : 1))}
            </p>
            <Button
              variant="link"
              className="-mr-2 ml-auto px-2 text-label"
              disabled={denials.length === 0 && sees.checked}
              onClick={() => {
                field.onChange([])
                sees.onChange(true)
              }}
            >
              Marcar todos
            </Button>
          </>
        )}
      </div>
      {type === 'admin' && <p className="text-body text-muted">Puede todo</p>}
      {type === 'viewer' && (
        <>
          <p className="text-body text-muted">Solo ve</p>
          <PermissionCheck {...sees} />
        </>
      )}
      {type === 'user' && (
        <UserPermissions denials={denials} onSet={set}>
          <PermissionCheck {...sees} />
        </UserPermissions>
      )}
    </section>
  )
}

type UserPermissionsProps = {
  denials: readonly Permission[]
  onSet: (one: Permission, isGiven: boolean) => void
  children: ReactNode
}

/** `children` stand last. */
function UserPermissions({ denials, onSet, children }: UserPermissionsProps) {
  return (
    <div className="grid gap-x-8 sm:grid-cols-2">
      {columns.map((column, index) => (
        <div key={column[0]} className="divide-y divide-line max-sm:border-line max-sm:last:border-t">
          {column.map((one) => (
            <PermissionCheck
              key={one}
              label={permissionLabels[one]}
              hint={hints[one]}
              checked={!denials.includes(one)}
              onChange={(isGiven) => onSet(one, isGiven)}
            >
              {one === 'discounts' && !denials.includes(one) && <LimitField />}
            </PermissionCheck>
          ))}
          {index === 1 && children}
        </div>
      ))}
    </div>
  )
}

type PermissionCheckProps = {
  label: string
  hint?: string | undefined
  checked: boolean
  onChange: (isGiven: boolean) => void
  children?: ReactNode
}

/** The whole line is the click target. */
function PermissionCheck({ label, hint, checked, onChange, children }: PermissionCheckProps) {
  const id = useId()
  return (
    <div className="flex min-h-[42px] flex-wrap items-center gap-x-3">
      <label htmlFor={id} className="flex min-h-(--control) min-w-0 flex-1 items-center gap-2.5">
        <CheckBox
          id={id}
          checked={checked}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span className={checked ? 'font-medium text-body' : 'text-body text-muted'}>
          {label}
          {hint !== undefined && (
            <span id={`${id}-hint`} className="block font-normal text-help text-muted">
              {hint}
            </span>
          )}
        </span>
      </label>
      {children}
    </div>
  )
}

/** An empty field means no limit. */
function LimitField() {
  const { field, fieldState } = useController<UserForm, 'discountLimit'>({ name: 'discountLimit' })
  const [typed, setTyped] = useState<string>()
  const id = useId()
  const error = fieldState.error?.message
  // A value from elsewhere (a reload) replaces the typed text.
  const isTyped = typed !== undefined && Object.is(parseDecimal(typed), field.value)
  return (
    <div className="ml-auto">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="text-label text-muted">
          hasta
        </label>
        <span className="w-[92px]">
          <TextInput
            id={id}
            ref={field.ref}
            inputMode="decimal"
            autoComplete="off"
            placeholder="100"
            aria-label="Descuento más alto en porcentaje"
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            after="%"
            className="text-right"
            value={isTyped ? typed : formatDecimal(field.value ?? null, 2).replace(/\.00$/, '')}
            onFocus={(event) => event.target.select()}
            onBlur={field.onBlur}
            onChange={(event) => {
              setTyped(event.target.value)
              field.onChange(parseDecimal(event.target.value))
            }}
          />
        </span>
      </div>
      <FieldFoot id={id} error={error} />
    </div>
  )
}

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
  /** Why type and status are locked. */
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
  // Some forms do not show it; it is sent back unchanged.
  cedula: user.cedula ?? '',
  password: '',
  type: user.type,
  seesMoneyReports: user.seesMoneyReports,
  denials: user.denials,
  discountLimit: user.discountLimit,
  status: user.status,
  version: user.version,
})

/** Leaves out an empty password, which keeps the old one. */
export function withoutEmptyPassword({ password, ...draft }: UserDraft): UserForm {
  return password === null ? draft : { ...draft, password }
}
