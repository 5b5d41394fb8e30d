import type { ManagedCompany } from '@casillero/shared/contract/companies'

type Place = Pick<Location, 'protocol' | 'host'>

/** Where a company signs in: this installation's own address with its subdomain in place of the operator's. */
export function companyAddress({ protocol, host }: Place, own: string, subdomain: string): string {
  const rest = host.startsWith(`${own}.`) ? host.slice(own.length + 1) : host
  return `${protocol}//${subdomain}.${rest}`
}

/** The credentials of the first admin, as the operator has just typed it. */
export type FirstSignIn = { email: string; password: string }

/** The lines that the operator sends to a company that was just opened. */
export function welcomeText(company: Pick<ManagedCompany, 'name'>, address: string, signIn: FirstSignIn | undefined) {
  return [
    company.name,
    `Dirección: ${address}`,
    ...(signIn
      ? [`Usuario: ${signIn.email}`, `Contraseña: ${signIn.password}`, 'Cámbiela en Mi cuenta al entrar.']
      : []),
  ].join('\n')
}
