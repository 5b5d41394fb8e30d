import type { ManagedCompany } from '@casillero/shared/contract/companies'

type Place = Pick<Location, 'protocol' | 'host'>

/** This installation's own address with another subdomain. */
export function companyAddress({ protocol, host }: Place, own: string, subdomain: string): string {
  const rest = host.startsWith(`${own}.`) ? host.slice(own.length + 1) : host
  return `${protocol}//${subdomain}.${rest}`
}

export type FirstSignIn = { email: string; password: string }

export function welcomeText(company: Pick<ManagedCompany, 'name'>, address: string, signIn: FirstSignIn | undefined) {
  return [
    company.name,
    `Dirección: ${address}`,
    ...(signIn
      ? [`Usuario: ${signIn.email}`, `Contraseña: ${signIn.password}`, 'Cámbiela en Mi cuenta al entrar.']
      : []),
  ].join('\n')
}
