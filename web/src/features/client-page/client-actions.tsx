import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Right } from '@casillero/shared/domain/permissions'
import { EllipsisVertical, KeyRound, Merge, PackagePlus, Pencil, Scale, Send, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { fullName } from '../client-search/client-name.ts'
import type { ClientDialogKind } from './client-dialogs.tsx'

type ClientAction = {
  id: string
  label: string
  right: Right
  place: 'bar' | 'wide' | 'menu'
  icon?: ReactNode
  tone?: 'danger'
  /** Without it, the action is always offered. */
  isOffered?: (account: ClientAccount) => boolean
} & ({ dialog: ClientDialogKind } | { to: (id: string) => string; isMain?: true })

const ClientDialog = defer(() => import('./client-dialogs.tsx').then((module) => module.ClientDialog), DialogWait)

const clientActions: readonly ClientAction[] = [
  {
    id: 'receive',
    label: 'Recibir paquete',
    right: 'packages.write',
    place: 'wide',
    icon: <PackagePlus size={18} />,
    dialog: 'receive',
  },
  {
    id: 'collect',
    label: 'Cobrar',
    right: 'payments.write',
    place: 'bar',
    isOffered: ({ owed }) => owed.length > 0,
    to: (id) => `/clients/${id}/cobrar`,
  },
  {
    id: 'hand-over',
    label: 'Entregar',
    right: 'handovers.write',
    place: 'bar',
    to: (id) => `/entregar?cliente=${id}`,
  },
  {
    id: 'bill',
    label: 'Facturar',
    right: 'invoices.write',
    place: 'bar',
    isMain: true,
    to: (id) => `/facturar?cliente=${id}`,
  },
  {
    id: 'statement',
    label: 'Enviar estado de cuenta',
    right: 'messages.send',
    place: 'menu',
    icon: <Send size={18} />,
    dialog: 'statement',
  },
  {
    id: 'access',
    label: 'Acceso a Mi casillero',
    right: 'clients.write',
    place: 'menu',
    icon: <KeyRound size={18} />,
    dialog: 'access',
  },
  {
    id: 'edit',
    label: 'Editar',
    right: 'clients.write',
    place: 'menu',
    icon: <Pencil size={18} />,
    dialog: 'edit',
  },
  {
    id: 'credit',
    label: 'Ajustar saldo a favor',
    right: 'credit.adjust',
    place: 'menu',
    icon: <Scale size={18} />,
    dialog: 'credit',
  },
  {
    id: 'merge',
    label: 'Unir con otro cliente',
    right: 'clients.merge',
    place: 'menu',
    icon: <Merge size={18} />,
    dialog: 'merge',
  },
  {
    id: 'remove',
    label: 'Eliminar',
    right: 'clients.delete',
    place: 'menu',
    icon: <Trash2 size={18} />,
    tone: 'danger',
    dialog: 'remove',
  },
]

export type ClientActions = {
  buttons: ReactNode
  menu: ReactNode
  dialog: ReactNode
  edit: (() => void) | undefined
}

export function useClientActions(account: ClientAccount | undefined, isWide: boolean): ClientActions {
  const may = useMay()
  const [openId, setOpenId] = useState<string>()
  if (account === undefined) return { buttons: undefined, menu: undefined, dialog: undefined, edit: undefined }
  const { client } = account
  const allowed = clientActions.filter(({ right, isOffered }) => may(right) && (isOffered?.(account) ?? true))
  const isButton = ({ place }: ClientAction) => place === 'bar' || (isWide && place === 'wide')
  const buttons = allowed.filter(isButton)
  const items = allowed.flatMap((action) => (isButton(action) ? [] : [{ ...action, run: () => setOpenId(action.id) }]))
  const opened = allowed.find(({ id }) => id === openId)
  const close = () => setOpenId(undefined)
  return {
    buttons:
      buttons.length === 0
        ? undefined
        : buttons.map((action) =>
            'to' in action ? (
              <Link
                key={action.id}
                to={action.to(client.id)}
                className={buttonClass(action.isMain ? 'primary' : 'secondary', 'md', 'max-lg:flex-1')}
              >
                {action.label}
              </Link>
            ) : (
              <Button key={action.id} className="max-lg:flex-1" onClick={() => setOpenId(action.id)}>
                {action.label}
              </Button>
            ),
          ),
    menu: items.length > 0 && (
      <Menu
        items={items}
        trigger={(trigger) => (
          <IconButton
            {...trigger}
            label={`Acciones: ${fullName(client)}`}
            icon={<EllipsisVertical size={18} aria-hidden="true" />}
            className={isWide ? 'border border-grey-line bg-surface [--icon-btn:36px]' : undefined}
          />
        )}
      />
    ),
    dialog: opened !== undefined && 'dialog' in opened && (
      <ClientDialog kind={opened.dialog} account={account} onClose={close} />
    ),
    edit: may('clients.write') ? () => setOpenId('edit') : undefined,
  }
}
