import type { User } from '@casillero/shared/contract/auth'
import { formatPhone } from '@casillero/shared/domain/phone'
import { Badge } from '../../ui/display/badge.tsx'
import { Email } from '../../ui/display/email.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { userTypeName } from './user-texts.ts'

export const nameColumn: Column<User> = {
  header: 'Nombre',
  cell: ({ fullName }) => (
    <span className="font-medium" title={fullName}>
      {fullName}
    </span>
  ),
}
export const typeColumn: Column<User> = { header: 'Tipo', width: 130, cell: (user) => userTypeName(user.type) }
export const statusColumn: Column<User> = { header: 'Estado', width: 104, cell: (user) => <UserBadge user={user} /> }

export const userColumns: readonly Column<User>[] = [
  nameColumn,
  {
    header: 'Email/Teléfono',
    width: 236,
    cell: ({ email, phone }) => (
      <>
        <span className="block">{email === null ? '—' : <Email>{email}</Email>}</span>
        <span className="block text-help text-muted">{phone === null ? '—' : formatPhone(phone)}</span>
      </>
    ),
  },
  typeColumn,
  statusColumn,
]

export function UserCard({ user }: { user: User }) {
  const reached = [user.email, user.phone === null ? null : formatPhone(user.phone)].filter((text) => text !== null)
  return (
    <>
      <div className="flex items-center gap-2 pr-10">
        <span className="wrap-anywhere font-semibold text-body">{user.fullName}</span>
        <span className="shrink-0">
          <UserBadge user={user} />
        </span>
      </div>
      <p className="mt-1 wrap-anywhere pr-10 text-help text-muted">{reached.join(' · ')}</p>
      <p className="text-help text-muted">{userTypeName(user.type)}</p>
    </>
  )
}

const UserBadge = ({ user }: { user: User }) =>
  user.status === 'active' ? <Badge tone="green">Activo</Badge> : <Badge tone="grey">Inactivo</Badge>
