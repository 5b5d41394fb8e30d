import { type AccessToken, type AccessTokenDraft, accessTokenDraft } from '@casillero/shared/contract/access-tokens'
import { formatDate, formatDateTime } from '@casillero/shared/domain/business-date'
import { Ban, BookOpen } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type * as z from 'zod/mini'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { CreateLine } from '../../crud/create-line.tsx'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { savingTexts } from '../../crud/record-texts.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { wholeList } from '../../crud/whole-list.ts'
import { call, read } from '../../lib/api.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { PresentPassword } from '../../ui/forms/present-password.tsx'
import { CardTitle } from '../../ui/lists/card-list.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { SecretDialog } from './secret-dialog.tsx'

const texts = {
  title: 'Tokens de acceso',
  create: 'Nuevo Token',
  empty: 'No hay tokens de acceso',
  emptyHint: 'Con un token, otro programa trabaja con los datos de la empresa en nombre de usted.',
  failed: 'Error al cargar los tokens',
}

export function TokensPanel() {
  const resource = useResource(() => wholeList(read('GET /api/access-tokens')), texts)
  const [isAdding, setIsAdding] = useState(false)
  const [made, setMade] = useState<string>()
  const [revoking, setRevoking] = useState<AccessToken>()
  return (
    <>
      <CreateLine label={texts.create} onCreate={() => setIsAdding(true)}>
        <Link to="/datos/api" className={buttonClass('link', 'md', 'max-md:w-full')}>
          <BookOpen size={16} aria-hidden="true" />
          Llamadas para programas
        </Link>
      </CreateLine>
      <ResourceList
        resource={resource}
        onCreate={() => setIsAdding(true)}
        table={{
          columns,
          card: (token) => <TokenCard token={token} />,
          formatName: ({ name }) => name,
          look: { rowHeight: 56 },
          actions: (token) => [
            { label: 'Revocar', icon: <Ban size={18} />, tone: 'danger', run: () => setRevoking(token) },
          ],
        }}
      />
      {isAdding && <TokenForm onMade={setMade} onClose={() => setIsAdding(false)} />}
      {made !== undefined && (
        <SecretDialog
          title="Su token de acceso"
          label="Token"
          secret={made}
          warning="Cópielo ahora: no se vuelve a mostrar. Quien lo tenga entra con él en nombre de usted."
          onClose={() => setMade(undefined)}
        />
      )}
      {revoking && (
        <ConfirmDialog
          title={`¿Revocar el token ${revoking.name}?`}
          texts={{
            confirm: 'Revocar Token',
            confirming: 'Revocando...',
            done: 'Token revocado',
            failed: 'Error al revocar el token',
          }}
          run={() => call('DELETE /api/access-tokens/:id', { params: { id: revoking.id } })}
          onClose={() => setRevoking(undefined)}
        >
          El programa que lo usa deja de tener acceso de inmediato, y no se puede deshacer.
        </ConfirmDialog>
      )}
    </>
  )
}

const columns: readonly Column<AccessToken>[] = [
  {
    header: 'Nombre',
    cell: ({ name, userName }) => (
      <>
        <span className="block wrap-anywhere font-medium" title={name}>
          {name}
        </span>
        <span className="block wrap-anywhere text-help text-muted">De {userName}</span>
      </>
    ),
  },
  { header: 'Permisos', width: 150, cell: (token) => <Rights token={token} /> },
  { header: 'Vence', width: 140, cell: (token) => <Expiry token={token} /> },
  { header: 'Último uso', width: 190, cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} /> },
]

function TokenCard({ token }: { token: AccessToken }) {
  return (
    <>
      <CardTitle note={`De ${token.userName}`}>{token.name}</CardTitle>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-help">
        <Rights token={token} />
        <span>
          Vence: <Expiry token={token} />
        </span>
        <span className="text-muted">
          Último uso: <LastUse at={token.lastUsedAt} />
        </span>
      </div>
    </>
  )
}

const Rights = ({ token: { isReadOnly } }: { token: AccessToken }) =>
  isReadOnly ? <Badge tone="grey">Solo lectura</Badge> : <Badge tone="blue">Todo lo suyo</Badge>

const Expiry = ({ token: { expiresAt, isExpired } }: { token: AccessToken }) =>
  isExpired ? <Badge tone="red">Vencido</Badge> : <time dateTime={expiresAt}>{formatDate(expiresAt)}</time>

const LastUse = ({ at }: { at: string | null }) =>
  at === null ? <span className="text-muted">Nunca</span> : <time dateTime={at}>{formatDateTime(at)}</time>

type Form = z.input<typeof accessTokenDraft>

const Fields = createFields<Form>()

const { creating } = savingTexts('el token')

const terms = [
  { value: '30', label: 'En 30 días' },
  { value: '90', label: 'En 90 días' },
  { value: '365', label: 'En un año' },
  { value: 'date', label: 'En una fecha' },
]

type TokenFormProps = { onMade: (token: string) => void; onClose: () => void }

function TokenForm({ onMade, onClose }: TokenFormProps) {
  const save = async (body: AccessTokenDraft) => {
    const { data } = await call('POST /api/access-tokens', { body })
    onMade(data.token)
  }
  return (
    <FormDialog<Form, AccessTokenDraft>
      texts={creating}
      size="md"
      schema={accessTokenDraft}
      values={{ name: '', isReadOnly: true, term: '90', expiresOn: '', currentPassword: '' }}
      save={save}
      onClose={onClose}
    >
      <div className="grid gap-4 pt-1 pb-5">
        <Fields.Text
          name="name"
          label="Nombre"
          required
          maxLength={60}
          placeholder="Por ejemplo: Contabilidad"
          help="Para reconocer al programa que lo usa"
        />
        <Fields.Select name="term" label="Vence" options={terms} />
        <Day />
        <Fields.Check name="isReadOnly" label="Solo lectura: consulta, y no cambia nada" />
        <PresentPassword<Form> name="currentPassword" />
      </div>
    </FormDialog>
  )
}

function Day() {
  const term = useWatch<Form, 'term'>({ name: 'term' })
  return term === 'date' ? <DateField<Form> name="expiresOn" label="Último día" required /> : null
}
