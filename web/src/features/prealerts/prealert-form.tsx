import { type Prealert, prealertDraft } from '@casillero/shared/contract/prealerts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { savingTexts } from '../../crud/record-texts.ts'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { fullName } from '../client-search/client-name.ts'
import { ClientOption } from '../client-search/client-option.tsx'
import { searchClients } from '../client-search/search-clients.ts'
import { describeInvoiceError, sendInvoice } from './invoice-file.ts'
import { InvoiceInput } from './invoice-input.tsx'

type Form = z.input<typeof prealertDraft>

const Fields = createFields<Form>()

const { creating, editing } = savingTexts('la prealerta')

type Named = Pick<Prealert['client'], 'id' | 'name'>

const toFormValues = (one: Prealert | undefined, owner?: Named, tracking = ''): WholeForm<Form> => ({
  clientId: (one?.client ?? owner)?.id ?? '',
  tracking: one?.tracking ?? tracking,
  store: one?.store ?? '',
  description: one?.description ?? '',
  declaredValue: one?.declaredValue ?? null,
  expectedOn: one?.expectedOn ?? '',
  claimNote: one?.claimNote ?? '',
  version: one?.version,
})

type PrealertFormProps = {
  prealert?: Prealert | undefined
  owner?: Named
  /** Of a new one. */
  tracking?: string
  onClose: () => void
}

export function PrealertForm({ prealert, owner, tracking, onClose }: PrealertFormProps) {
  const [key] = useState(newIdempotencyKey)
  // A client chosen here stays when the rest reloads.
  const [clients, setClients] = useState<readonly Named[]>(
    [prealert?.client ?? owner].filter((client) => client !== undefined),
  )
  const know = (client: Named) => setClients((known) => [...known, client])
  const [chosen, setChosen] = useState<{ file: File; error: string | undefined }>()
  const [sent, setSent] = useState<number>()
  const save = async (body: z.output<typeof prealertDraft>) => {
    const { data } =
      prealert === undefined
        ? await call('POST /api/prealerts', { body, headers: { 'Idempotency-Key': key } })
        : await call('PUT /api/prealerts/:id', { params: { id: prealert.id }, body })
    if (chosen === undefined || chosen.error !== undefined) return
    setSent(0)
    // The purchase is saved, so the form closes. The file can be sent again from its row.
    await sendInvoice(data.id, chosen.file, setSent).catch((error: unknown) => toastError(describeInvoiceError(error)))
  }
  const reload = async (id: string) => {
    const { data } = await call('GET /api/prealerts/:id', { params: { id } })
    know(data.client)
    return toFormValues(data)
  }
  return (
    <FormDialog
      texts={prealert === undefined ? creating : editing}
      size="lg"
      schema={prealertDraft}
      values={toFormValues(prealert, owner, tracking)}
      save={save}
      reload={prealert && (() => reload(prealert.id))}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 pt-1 pb-5">
        <ClientChoice clients={clients} onChoose={know} />
        {prealert?.rival && <Dispute {...prealert} rival={prealert.rival} onChoose={know} />}
        <Fields.Text name="tracking" label="Tracking" required maxLength={500} className="col-span-2 sm:col-span-1" />
        <Fields.Text name="store" label="Tienda" maxLength={120} className="col-span-2 sm:col-span-1" />
        <Fields.Text name="description" label="Qué es" maxLength={300} className="col-span-2" />
        <Fields.Decimal name="declaredValue" label="Valor" before="US$" />
        <DateField<Form> name="expectedOn" label="Se espera en Miami" />
        {prealert !== undefined && <ClaimField />}
        <InvoiceInput
          file={chosen?.file}
          hasFile={prealert?.hasFile ?? false}
          sent={sent}
          error={chosen?.error}
          onChoose={(file, error) => setChosen({ file, error })}
        />
      </div>
    </FormDialog>
  )
}

const ClaimField = () => (
  <Fields.Area
    name="claimNote"
    label="Reclamo"
    help="A quién se reclamó y qué contestó; vacío si no hay reclamo"
    rows={2}
    className="col-span-2"
  />
)

type DisputeProps = Pick<Prealert, 'client'> & { rival: Named; onChoose: (client: Named) => void }

/** Saving decides for the chosen client. */
function Dispute({ client, rival, onChoose }: DisputeProps) {
  const { field } = useController<Form, 'clientId'>({ name: 'clientId' })
  return (
    <div className="col-span-2 rounded-md border border-yellow-line bg-yellow-soft px-3 py-2 text-body text-yellow-text">
      <p className="wrap-anywhere">{`${rival.name} también avisó este tracking. Al guardar queda de quien esté elegido.`}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {[client, rival].map((one) => (
          <Button
            key={one.id}
            size="sm"
            aria-pressed={field.value === one.id}
            onClick={() => {
              onChoose(one)
              field.onChange(one.id)
            }}
          >
            {`Es de ${one.name}`}
          </Button>
        ))}
      </div>
    </div>
  )
}

type ClientChoiceProps = { clients: readonly Named[]; onChoose: (client: Named) => void }

/** Chosen by typing, then shown by name. */
function ClientChoice({ clients, onChoose }: ClientChoiceProps) {
  const { field, fieldState } = useController<Form, 'clientId'>({ name: 'clientId' })
  const client = clients.find(({ id }) => id === field.value)
  return (
    <Field label="Cliente" required error={fieldState.error?.message} className="col-span-2">
      {(control) =>
        client === undefined ? (
          <Combobox
            id={control.id}
            placeholder="Nombre, casillero o teléfono"
            from={2}
            search={searchClients}
            onChoose={(found) => {
              onChoose({ id: found.id, name: fullName(found) })
              field.onChange(found.id)
            }}
            option={(found, text) => <ClientOption client={found} text={text} />}
            none="No se encontraron clientes"
          />
        ) : (
          <div className="relative">
            <TextInput {...control} readOnly value={client.name} className="truncate pr-12" />
            <span className="absolute top-1/2 right-0.5 -translate-y-1/2">
              <IconButton
                label={`Quitar cliente: ${client.name}`}
                icon={<X size={17} aria-hidden="true" />}
                onClick={() => field.onChange('')}
              />
            </span>
          </div>
        )
      }
    </Field>
  )
}
