import { companyEdit, type ManagedCompany, newCompanyDraft } from '@casillero/shared/contract/companies'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call } from '../../lib/api.ts'
import { refreshSession, useSignedIn } from '../../lib/session.ts'
import { Field } from '../../ui/forms/field.tsx'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { LogoField } from '../../ui/forms/logo-field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import type { OpenedCompany } from './company-dialogs.tsx'

const logo = z.nullable(z.instanceof(Blob))
const newDraft = z.extend(newCompanyDraft, { logo })
const editDraft = z.extend(companyEdit, { logo })

type NewForm = z.input<typeof newDraft>
type EditForm = z.input<typeof editDraft>

const Fields = createFields<EditForm>()
const NewFields = createFields<NewForm>()

const creating = {
  title: 'Nueva Empresa',
  save: 'Crear Empresa',
  saving: 'Creando...',
  progress: 'Creando empresa...',
  saved: '¡Empresa creada!',
  failed: 'Error al guardar empresa',
}
const editing = {
  title: 'Editar Empresa',
  save: 'Actualizar Empresa',
  saving: 'Guardando...',
  progress: 'Actualizando empresa...',
  saved: '¡Empresa actualizada!',
  failed: 'Error al guardar empresa',
}

type NewCompanyFormProps = { onOpened: (opened: OpenedCompany) => void; onClose: () => void }

export function NewCompanyForm({ onOpened, onClose }: NewCompanyFormProps) {
  const save = async ({ logo: picture, ...draft }: z.output<typeof newDraft>) => {
    const { data } = await call('POST /api/companies/create-company', {
      body: {
        ...draft,
        ...filledContact(draft),
        adminFirstName: draft.adminFirstName || undefined,
        adminLastName: draft.adminLastName || undefined,
        adminEmail: draft.adminEmail || undefined,
        adminPassword: draft.adminPassword || undefined,
      },
      files: { logo: picture },
    })
    const { adminEmail: email, adminPassword: password } = draft
    onOpened({ company: data, signIn: email && password ? { email, password } : undefined })
  }
  return (
    <FormDialog texts={creating} size="2xl" schema={newDraft} values={empty} save={save} onClose={onClose}>
      <FormSection title="Información Básica">
        <NewFields.Text name="name" label="Nombre" required maxLength={120} />
        <NewFields.Text
          name="subdomain"
          label="Subdominio"
          required
          maxLength={63}
          help="Minúsculas, números y guiones; no se podrá cambiar"
        />
        <NewFields.Check name="requiresPaidHandover" label="Exigir pago antes de entregar" className="sm:col-span-2" />
      </FormSection>
      <LegalAndContact />
      <FormSection title="Logo de la Empresa" columns="">
        <NewLogo />
      </FormSection>
      <FormSection title="Primer Administrador (opcional)">
        <NewFields.Text name="adminFirstName" label="Nombre del administrador" maxLength={120} />
        <NewFields.Text name="adminLastName" label="Apellido del administrador" maxLength={120} />
        <NewFields.Text
          name="adminEmail"
          label="Correo del administrador"
          type="email"
          inputMode="email"
          maxLength={160}
        />
        <NewFields.Password name="adminPassword" label="Contraseña" help="Al menos 8 caracteres" />
      </FormSection>
    </FormDialog>
  )
}

function NewLogo() {
  const name = useWatch<NewForm, 'name'>({ name: 'name' })
  return <LogoField<NewForm> name="logo" label="Imagen" company={{ name, logoUrl: null }} />
}

type EditCompanyFormProps = { company: ManagedCompany; onClose: () => void }

export function EditCompanyForm({ company, onClose }: EditCompanyFormProps) {
  const { company: own } = useSignedIn()
  const save = async ({ logo: picture, ...draft }: z.output<typeof editDraft>) => {
    await call('PUT /api/companies/update-company/:id', {
      params: { id: company.id },
      body: { ...draft, ...pickChangedContact(draft, company) },
      files: { logo: picture },
    })
    if (company.id === own.id) await refreshSession()
  }
  return (
    <FormDialog
      texts={editing}
      size="2xl"
      schema={editDraft}
      values={toFormValues(company)}
      save={save}
      reload={() => current(company)}
      onClose={onClose}
    >
      <FormSection title="Información Básica">
        <Fields.Text name="name" label="Nombre" required maxLength={120} />
        <Field label="Subdominio" help="El subdominio no se puede cambiar después de la creación">
          {(control) => <TextInput {...control} disabled defaultValue={company.subdomain} />}
        </Field>
      </FormSection>
      <LegalAndContact />
      <FormSection title="Logo de la Empresa" columns="">
        <LogoField<EditForm> name="logo" label="Imagen" company={company} />
      </FormSection>
    </FormDialog>
  )
}

const LegalAndContact = () => (
  <>
    <FormSection title="Información Legal">
      <Fields.Text name="ruc" label="RUC" maxLength={40} />
      <Fields.Text name="address" label="Dirección" maxLength={300} />
    </FormSection>
    <FormSection title="Información de Contacto">
      <Fields.Text name="phone" label="Teléfono" type="tel" inputMode="tel" maxLength={40} />
      <Fields.Text name="email" label="Correo Electrónico" type="email" inputMode="email" maxLength={160} />
    </FormSection>
  </>
)

const empty: NewForm = {
  name: '',
  subdomain: '',
  ruc: '',
  address: '',
  phone: '',
  email: '',
  logo: null,
  requiresPaidHandover: true,
  adminFirstName: '',
  adminLastName: '',
  adminEmail: '',
  adminPassword: '',
}

const toFormValues = (company: ManagedCompany): WholeForm<EditForm> => ({
  name: company.name,
  ruc: company.ruc ?? '',
  address: company.address ?? '',
  phone: company.phone ?? '',
  email: company.email ?? '',
  logo: null,
  version: company.version,
})

type Contact = Pick<ManagedCompany, 'ruc' | 'address' | 'phone' | 'email'>

/** The server keeps a field that is left out, so an empty one is sent only if the user emptied it. */
function pickChangedContact(draft: Partial<Contact>, company: Contact): Partial<Contact> {
  const sent = (field: keyof Contact) => draft[field] ?? (company[field] === null ? undefined : '')
  return { ruc: sent('ruc'), address: sent('address'), phone: sent('phone'), email: sent('email') }
}

const filledContact = ({ ruc, address, phone, email }: Contact) => ({
  ruc: ruc ?? undefined,
  address: address ?? undefined,
  phone: phone ?? undefined,
  email: email ?? undefined,
})

async function current(company: ManagedCompany): Promise<EditForm> {
  const { data } = await call('GET /api/companies/get-all-companies')
  return toFormValues(data.find((one) => one.id === company.id) ?? company)
}
