import type { UserType } from '@casillero/shared/domain/permissions'

/** The people who may make a call: `anyone` without a session, every signed-in user, or fewer of them. */
export type Callers = 'anyone' | 'everyone' | 'staff' | 'admins' | 'operatorAdmins'

type Person = { type: UserType; isOperator: boolean }

/** Says whether such a signed-in user is one of the callers. */
export const isOf: Record<Callers, (person: Person) => boolean> = {
  anyone: () => true,
  everyone: () => true,
  staff: ({ type }) => type !== 'viewer',
  admins: ({ type }) => type === 'admin',
  operatorAdmins: ({ type, isOperator }) => type === 'admin' && isOperator,
}
