import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { ComponentType } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { call } from '../../lib/api.ts'
import { MergeDialog } from '../client-merge/merge-dialog.tsx'
import { CreditForm } from '../client-money/credit-form.tsx'
import { fullName } from '../client-search/client-name.ts'
import { statementTexts } from '../client-statement/statement-texts.ts'
import { ClientForm } from '../clients/client-form.tsx'
import { NewPackages } from '../packages/entry/new-packages.tsx'
import { AccessDialog } from './access-dialog.tsx'

export type ClientDialogKind = 'receive' | 'statement' | 'access' | 'edit' | 'credit' | 'merge' | 'remove'
export type ClientDialogProps = { account: ClientAccount; onClose: () => void }

const ReceiveDialog = ({ account: { client }, onClose }: ClientDialogProps) => (
  <NewPackages client={client} onClose={onClose} />
)

const EditDialog = ({ account: { client }, onClose }: ClientDialogProps) => (
  <ClientForm client={client} onClose={onClose} />
)

const CreditDialog = ({ account: { client }, onClose }: ClientDialogProps) => (
  <CreditForm client={client} onClose={onClose} />
)

const StatementDialog = ({ account: { client }, onClose }: ClientDialogProps) => (
  <ConfirmDialog
    title={`¿Enviar el estado de cuenta a ${fullName(client)}?`}
    tone="primary"
    texts={{ confirm: 'Enviar por WhatsApp', confirming: 'Enviando...', ...statementTexts }}
    run={() => call('POST /api/clients/:id/statement/messages', { params: { id: client.id } })}
    onClose={onClose}
  >
    El mensaje dice lo que debe y su saldo a favor al momento de salir.
  </ConfirmDialog>
)

function DeleteDialog({ account: { client }, onClose }: ClientDialogProps) {
  const navigate = useNavigate()
  return (
    <RemoveDialog
      thing="el cliente"
      title={`¿Eliminar a ${fullName(client)}?`}
      removes={client.id}
      run={async () => {
        await call('DELETE /api/client/:id', { params: { id: client.id } })
        await navigate('/clients', { replace: true })
      }}
      onClose={onClose}
    >
      Se eliminará el cliente <b className="font-semibold">{fullName(client)}</b> (casillero {client.casillero}).
    </RemoveDialog>
  )
}

function MergeClientDialog({ account: { client }, onClose }: ClientDialogProps) {
  const navigate = useNavigate()
  return (
    <MergeDialog
      first={client}
      onMerged={({ id }) => {
        if (id !== client.id) void navigate(`/clients/${id}`, { replace: true })
      }}
      onClose={onClose}
    />
  )
}

const dialogs: Record<ClientDialogKind, ComponentType<ClientDialogProps>> = {
  receive: ReceiveDialog,
  statement: StatementDialog,
  access: AccessDialog,
  edit: EditDialog,
  credit: CreditDialog,
  merge: MergeClientDialog,
  remove: DeleteDialog,
}

/** The dialogs of a client's page, whose code comes with the first of them. */
export function ClientDialog({ kind, ...props }: ClientDialogProps & { kind: ClientDialogKind }) {
  const Dialog = dialogs[kind]
  return <Dialog {...props} />
}
