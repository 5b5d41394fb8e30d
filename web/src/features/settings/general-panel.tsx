import { type CompanySettings, companyDraft } from '@casillero/shared/contract/company'
import { casilleroPrefix } from '@casillero/shared/domain/casillero-code'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormBody, useServerForm } from '../../crud/server-form.tsx'
import { call, describeError, read } from '../../lib/api.ts'
import { replaceCompany } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { LogoField } from '../../ui/forms/logo-field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { AccountsField } from './accounts-field.tsx'
import { HoursField } from './hours-field.tsx'
import { PartIndex } from './part-index.tsx'
import { PublicTariffs } from './public-tariffs.tsx'
import { SignUpFields } from './sign-up-fields.tsx'
import { splitAddress, UsAddressFields, usParts, writeParts } from './us-address-fields.tsx'

const draft = z.extend(companyDraft, { logo: z.nullable(z.instanceof(Blob)), usParts })
type Form = z.input<typeof draft>

const Fields = createFields<Form>()

/** In their order on the page. */
const parts = {
  empresa: 'Empresa',
  cobro: 'Cobro y entrega',
  avisos: 'Avisos y fotos',
  paginas: 'Páginas públicas',
  horario: 'Horario',
  direccion: 'Dirección en EE. UU.',
  cuentas: 'Cuentas para pagar',
  seguridad: 'Seguridad',
}

const texts = { saved: '¡Configuración actualizada exitosamente!', failed: 'Error al actualizar la configuración' }

type CompanyFormProps = { company: CompanySettings; onSaved: (company: CompanySettings) => void }

/** Sends only fields that differ from the loaded ones. */
function CompanyForm({ company, onSaved }: CompanyFormProps) {
  const id = useId()
  const save = async ({ logo, usParts: written, usAddress, ...rest }: z.output<typeof draft>) => {
    const body = { ...rest, usAddress: writeParts(usAddress ?? '', written) }
    const reply = await call('PUT /api/companies/update', logo === null ? { body } : { body, files: { logo } })
    replaceCompany(reply.company)
    onSaved(reply.company)
  }
  const saved = useServerForm({
    texts,
    schema: draft,
    values: toFormValues(company),
    save,
    reload: async () => toFormValues((await call('GET /api/companies/info')).company),
    onSaved: () => undefined,
  })
  return (
    <FormProvider {...saved.form}>
      <Surface>
        <FormBody id={id} saved={saved} className="p-4 md:p-5">
          <CompanyFields company={company} />
          <RuleFields />
          <FormSection
            id="horario"
            title={parts.horario}
            help="Lo ven sus clientes en el rastreo y cuando avisan que van en camino."
          >
            <HoursField />
          </FormSection>
          <UsAddressFields id="direccion" title={parts.direccion} />
          <FormSection
            id="cuentas"
            title={parts.cuentas}
            help="Sus clientes las ven al enviar un comprobante y en el enlace de una factura pendiente."
          >
            <AccountsField />
            <Fields.Check
              name="printsPaymentAccounts"
              label="Cuentas en la hoja carta de las facturas pendientes"
              className="sm:col-span-2"
            />
          </FormSection>
          <FormSection id="seguridad" title={parts.seguridad}>
            <Fields.Select
              name="secondStepOf"
              label="Exigir segundo paso"
              options={secondStepChoices}
              help="Al ingresar; quien no lo tenga lo activa después de su contraseña"
            />
          </FormSection>
        </FormBody>
        <SaveBar>
          <Button
            type="submit"
            form={id}
            variant="primary"
            className="max-md:flex-1"
            disabled={!saved.isDirty && !saved.isSaving}
            busy={saved.isSaving}
            busyLabel="Guardando..."
          >
            {saved.isDirty || saved.isSaving ? 'Guardar Cambios' : 'Sin Cambios'}
          </Button>
        </SaveBar>
      </Surface>
    </FormProvider>
  )
}

function CompanyFields({ company }: { company: CompanySettings }) {
  return (
    <FormSection id="empresa" title={parts.empresa}>
      <LogoField<Form> name="logo" label="Logo" company={company} className="sm:col-span-2" />
      <Fields.Text name="name" label="Nombre" required maxLength={120} autoComplete="organization" />
      <Fields.Text name="ruc" label="RUC" maxLength={40} />
      <Fields.Area name="address" label="Dirección" className="sm:col-span-2" />
      <Fields.Text name="phone" label="Teléfono" type="tel" inputMode="tel" maxLength={40} autoComplete="tel" />
      <Fields.Text
        name="email"
        label="Correo electrónico"
        type="email"
        inputMode="email"
        maxLength={160}
        autoComplete="email"
      />
      <Fields.Text
        name="casilleroPrefix"
        label="Prefijo de casillero"
        letters="capital"
        maxLength={5}
        help={`De 2 a 5 letras; solo para clientes nuevos. Vacío: ${casilleroPrefix(company.subdomain, null)}`}
      />
      <Field label="Subdominio" help="El subdominio no se puede cambiar después de la creación">
        {(control) => <TextInput {...control} readOnly value={company.subdomain} />}
      </Field>
    </FormSection>
  )
}

function RuleFields() {
  return (
    <>
      <FormSection id="cobro" title={parts.cobro} columns="">
        <Fields.Check name="requiresCashSession" label="Exigir caja abierta para cobrar en efectivo" />
        <Fields.Check name="requiresPaidHandover" label="Exigir pago antes de entregar" />
        <Fields.Check name="allowsCashOnDelivery" label="Permitir pago contra entrega" />
        <Fields.Area name="invoiceFooter" label="Texto al pie" />
      </FormSection>
      <FormSection id="avisos" title={parts.avisos}>
        <div className="sm:col-span-2">
          <Fields.Check name="hasPrealertNotice" label="Aviso propio de lo prealertado" />
          <p className="text-help text-muted">
            Al recibir una compra que el cliente avisó sale la plantilla «Prealerta recibida» en lugar de «Paquete
            recibido en bodega»
          </p>
        </div>
        <div>
          <Fields.Check name="hasVoucherNotice" label="Avisar que llegó el comprobante" />
          <p className="text-help text-muted">
            Cuando el cliente lo envía en Mi casillero, o usted lo toma de una conversación, sale la plantilla
            «Comprobante recibido»
          </p>
        </div>
        <Fields.Text
          name="waitingReminderDays"
          label="Recordar al cliente después de … días"
          inputMode="numeric"
          maxLength={3}
          help="Por WhatsApp, una vez por semana a cada cliente. Vacío: no se recuerda"
        />
        <Fields.Text
          name="photoDays"
          label="Días que se guardan las fotos"
          inputMode="numeric"
          maxLength={3}
          help="De 30 a 365 después de la entrega; luego quedan más pequeñas"
        />
      </FormSection>
      <FormSection id="paginas" title={parts.paginas} columns="">
        <div>
          <Fields.Check name="hasPublicTracking" label="Rastreo público" />
          <p className="text-help text-muted">
            Quien tenga el número ve el estado de su paquete, sin nombre, peso ni precio, en{' '}
            <a
              className="break-all text-primary-text underline underline-offset-2"
              href="/rastreo"
              target="_blank"
              rel="noopener"
            >
              {`${location.host}/rastreo`}
            </a>
          </p>
        </div>
        <PublicTariffs />
        <SignUpFields />
      </FormSection>
    </>
  )
}

const secondStepChoices = [
  { value: 'none', label: 'A nadie' },
  { value: 'admins', label: 'A los administradores' },
  { value: 'all', label: 'A todos' },
]

/** Stays in sight on a long form. */
function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex justify-end rounded-b-lg border-line border-t bg-surface-2 px-4 py-3 sticky bottom-0 md:px-5">
      {children}
    </div>
  )
}

const toFormValues = (company: CompanySettings): WholeForm<Form> => ({
  logo: null,
  name: company.name,
  ruc: company.ruc ?? '',
  address: company.address ?? '',
  phone: company.phone ?? '',
  email: company.email ?? '',
  casilleroPrefix: company.casilleroPrefix ?? '',
  requiresCashSession: company.requiresCashSession,
  requiresPaidHandover: company.requiresPaidHandover,
  allowsCashOnDelivery: company.allowsCashOnDelivery,
  waitingReminderDays: String(company.waitingReminderDays ?? ''),
  invoiceFooter: company.invoiceFooter ?? '',
  hasPublicTracking: company.hasPublicTracking,
  hasPublicTariffs: company.hasPublicTariffs,
  publicTariffIds: company.publicTariffIds,
  signUp: company.signUp,
  terms: company.terms ?? '',
  hasPrealertNotice: company.hasPrealertNotice,
  hasVoucherNotice: company.hasVoucherNotice,
  openingHours: company.openingHours,
  usAddress: company.usAddress ?? '',
  usParts: splitAddress(company.usAddress),
  paymentAccounts: company.paymentAccounts,
  printsPaymentAccounts: company.printsPaymentAccounts,
  photoDays: String(company.photoDays),
  secondStepOf: company.secondStepOf,
  version: company.version,
})

const failed = 'Error al cargar los datos de la empresa'

export function GeneralPanel() {
  return (
    <div className="md:grid md:grid-cols-[176px_minmax(0,720px)] md:items-start md:gap-5">
      <PartIndex label="Partes de General" parts={parts} />
      <General />
    </div>
  )
}

function General() {
  // Never reloaded while the user types; every visit loads anew.
  const loaded = useQuery({ ...read('GET /api/companies/info'), gcTime: 0, meta: { failed } })
  // The form stays if a reload fails, because the user may be typing.
  if (loaded.data) return <GeneralForm loaded={loaded.data.company} />
  if (loaded.isError) {
    return (
      <Surface>
        <ErrorState title={describeError(loaded.error, failed)} onRetry={() => void loaded.refetch()} />
      </Surface>
    )
  }
  return <Loading />
}

function GeneralForm({ loaded }: { loaded: CompanySettings }) {
  const [company, setCompany] = useState(loaded)
  return <CompanyForm key={company.version} company={company} onSaved={setCompany} />
}

function Loading() {
  return (
    <Surface className="overflow-clip">
      <div className="grid animate-late gap-x-4 gap-y-5 p-4 sm:grid-cols-2 md:p-5">
        {['name', 'ruc', 'address', 'phone', 'email', 'prefix', 'subdomain', 'logo'].map((field) => (
          <div key={field} className="grid gap-2">
            <Bone className="w-24" />
            <Bone className="h-(--control) w-full" />
          </div>
        ))}
      </div>
      <SaveBar>
        <Button variant="primary" disabled>
          Cargando...
        </Button>
      </SaveBar>
    </Surface>
  )
}
