import { type CompanySettings, companyDraft } from '@casillero/shared/contract/company'
import { casilleroPrefix } from '@casillero/shared/domain/casillero-code'
import { useQuery } from '@tanstack/react-query'
import { Building2, Coins, FileText, type LucideIcon, MessageCircle, Truck } from 'lucide-react'
import { type ComponentType, type ReactNode, useId, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { Navigate, useNavigate, useParams } from 'react-router'
import * as z from 'zod/mini'
import { FormBody, useServerForm } from '../../crud/server-form.tsx'
import { call, describeError, read } from '../../lib/api.ts'
import { replaceCompany } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { LogoField } from '../../ui/forms/logo-field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { CurrenciesPanel } from '../currencies/currencies-panel.tsx'
import { ShippingMethodsPanel } from '../shipping-methods/shipping-methods-panel.tsx'
import { TemplatesPanel } from '../templates/templates-panel.tsx'
import { WhatsappPanel } from '../whatsapp/whatsapp-panel.tsx'
import { AccountsField } from './accounts-field.tsx'
import { HoursField } from './hours-field.tsx'
import { settingsTabs, type TabId } from './settings-tabs.ts'

const draft = z.extend(companyDraft, { logo: z.nullable(z.instanceof(Blob)) })
type Form = z.input<typeof draft>

const Fields = createFields<Form>()

const texts = { saved: '¡Configuración actualizada exitosamente!', failed: 'Error al actualizar la configuración' }

type CompanyFormProps = { company: CompanySettings; onSaved: (company: CompanySettings) => void }

/** Sends only fields that differ from the loaded ones. */
function CompanyForm({ company, onSaved }: CompanyFormProps) {
  const id = useId()
  const save = async ({ logo, ...body }: z.output<typeof draft>) => {
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
      <Surface className="max-w-[720px]">
        <FormBody id={id} saved={saved} className="p-4 md:p-5">
          <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
            <CompanyFields company={company} />
            <RuleFields />
            <HoursField />
            <Fields.Area
              name="usAddress"
              label="Dirección en EE. UU."
              rows={5}
              className="sm:col-span-2"
              help="La que sus clientes copian al comprar, en cinco renglones: nombre, dirección, segunda línea, ciudad y teléfono. Puede usar {{nombre}} y {{casillero}}"
            />
            <AccountsField />
            <Fields.Check
              name="printsPaymentAccounts"
              label="Cuentas en la hoja carta de las facturas pendientes"
              className="sm:col-span-2"
            />
          </div>
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
    <>
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
      <Fields.Area name="invoiceFooter" label="Texto al pie" className="sm:col-span-2" />
      <Field label="Subdominio" help="El subdominio no se puede cambiar después de la creación">
        {(control) => <TextInput {...control} readOnly value={company.subdomain} />}
      </Field>
    </>
  )
}

function RuleFields() {
  return (
    <>
      <Fields.Check
        name="requiresCashSession"
        label="Exigir caja abierta para cobrar en efectivo"
        className="sm:col-span-2"
      />
      <Fields.Check name="requiresPaidHandover" label="Exigir pago antes de entregar" className="sm:col-span-2" />
      <Fields.Check name="allowsCashOnDelivery" label="Permitir pago contra entrega" className="sm:col-span-2" />
      <Fields.Select
        name="secondStepOf"
        label="Exigir segundo paso"
        options={secondStepChoices}
        help="Al ingresar; quien no lo tenga lo activa después de su contraseña"
      />
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
      <div className="sm:col-span-2">
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
      <div className="sm:col-span-2">
        <Fields.Check name="hasPrealertNotice" label="Aviso propio de lo prealertado" />
        <p className="text-help text-muted">
          Al recibir una compra que el cliente avisó sale la plantilla «Prealerta recibida» en lugar de «Paquete
          recibido en bodega»
        </p>
      </div>
      <div className="sm:col-span-2">
        <Fields.Check name="hasVoucherNotice" label="Avisar que llegó el comprobante" />
        <p className="text-help text-muted">
          Cuando el cliente lo envía en Mi casillero, o usted lo toma de una conversación, sale la plantilla
          «Comprobante recibido»
        </p>
      </div>
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
  hasPrealertNotice: company.hasPrealertNotice,
  hasVoucherNotice: company.hasVoucherNotice,
  openingHours: company.openingHours,
  usAddress: company.usAddress ?? '',
  paymentAccounts: company.paymentAccounts,
  printsPaymentAccounts: company.printsPaymentAccounts,
  photoDays: String(company.photoDays),
  secondStepOf: company.secondStepOf,
  version: company.version,
})

const failed = 'Error al cargar los datos de la empresa'

function GeneralPanel() {
  // Never reloaded while the user types; every visit loads anew.
  const loaded = useQuery({ ...read('GET /api/companies/info'), gcTime: 0, meta: { failed } })
  // The form stays if a reload fails, because the user may be typing.
  if (loaded.data) return <GeneralForm loaded={loaded.data.company} />
  if (loaded.isError) {
    return (
      <Surface className="max-w-[720px]">
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
    <Surface className="max-w-[720px] overflow-clip">
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

const parts: Record<TabId, { icon: LucideIcon; Panel: ComponentType }> = {
  general: {
    icon: Building2,
    Panel: GeneralPanel,
  },
  whatsapp: {
    icon: MessageCircle,
    Panel: WhatsappPanel,
  },
  templates: {
    icon: FileText,
    Panel: TemplatesPanel,
  },
  currencies: {
    icon: Coins,
    Panel: CurrenciesPanel,
  },
  'shipping-methods': {
    icon: Truck,
    Panel: ShippingMethodsPanel,
  },
}

const title = 'Configuración'
const subtitle = 'Administre la información de la empresa y la mensajería'

export function SettingsPage() {
  const { tab = 'general' } = useParams()
  const navigate = useNavigate()
  const hasRoom = useMedia('(min-width: 768px)')
  const current = settingsTabs.find(({ id }) => id === tab)
  // Bookmarks may hold the former address of the statuses.
  if (current === undefined) return <Navigate to={tab === 'statuses' ? '/admin/estados' : '/admin/settings'} replace />

  const choice = {
    label: title,
    tabs: settingsTabs.map(({ id, label }) => {
      const Icon = parts[id].icon
      return { id, label, icon: <Icon size={16} aria-hidden="true" /> }
    }),
    current: current.id,
    onChange: (id: TabId) => void navigate(`/admin/settings/${id}`),
  }
  const { Panel } = parts[current.id]
  const panel = <Panel />
  if (!hasRoom) {
    return (
      <Page
        title={title}
        tabs={
          <>
            <p className="mb-2 text-help text-muted">{subtitle}</p>
            <TabSelect {...choice} />
          </>
        }
      >
        {panel}
      </Page>
    )
  }
  return (
    <Page
      title={title}
      tabs={
        <>
          <p className="mb-1 text-body text-muted">{subtitle}</p>
          <Tabs {...choice} />
        </>
      }
      head={
        <div className="-mt-0.5 mb-4">
          <h1 className="font-semibold text-h1">{title}</h1>
          <p className="mt-0.5 mb-2 text-body text-muted">{subtitle}</p>
          <Tabs {...choice} />
        </div>
      }
    >
      <TabPanel id={current.id}>{panel}</TabPanel>
    </Page>
  )
}
