import { type CompanySettings, companyDraft } from '@casillero/shared/contract/company'
import { casilleroPrefix } from '@casillero/shared/domain/casillero-code'
import { type ReactNode, useId } from 'react'
import { FormProvider } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormBody, useServerForm } from '../../crud/server-form.tsx'
import { call } from '../../lib/api.ts'
import { replaceCompany } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { LogoField } from '../../ui/forms/logo-field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { AccountsField } from './accounts-field.tsx'
import { HoursField } from './hours-field.tsx'

const draft = z.extend(companyDraft, { logo: z.nullable(z.instanceof(Blob)) })
type Form = z.input<typeof draft>

const Fields = createFields<Form>()

const texts = { saved: '¡Configuración actualizada exitosamente!', failed: 'Error al actualizar la configuración' }

type CompanyFormProps = { company: CompanySettings; onSaved: (company: CompanySettings) => void }

/** Only what differs from what was loaded. */
export function CompanyForm({ company, onSaved }: CompanyFormProps) {
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

const secondStepChoices = [
  { value: 'none', label: 'A nadie' },
  { value: 'admins', label: 'A los administradores' },
  { value: 'all', label: 'A todos' },
]

/** Within reach, however long the form is. */
export function SaveBar({ children }: { children: ReactNode }) {
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
  openingHours: company.openingHours,
  usAddress: company.usAddress ?? '',
  paymentAccounts: company.paymentAccounts,
  printsPaymentAccounts: company.printsPaymentAccounts,
  photoDays: String(company.photoDays),
  secondStepOf: company.secondStepOf,
  version: company.version,
})
