import type { Session } from '../platform/database/database.ts'
import type { Role } from './plan.ts'

/** The password of every account of the demo, printed when it is made. */
export const demoPassword = 'casillero-demo'

export const demoCompany = {
  name: 'Encomiendas Tres Volcanes',
  subdomain: 'demo',
  isOperator: false,
  ruc: 'J0310000187452',
  invoiceFooter: 'Gracias por su preferencia. Reclamos dentro de las 48 horas con el paquete y esta factura.',
  address: 'Altamira, de la Vicky 2c. abajo, ½c. al sur, Managua',
  phone: '50522784410',
  email: 'info@tresvolcanes.com.ni',
  usAddress: '{{nombre}} {{casillero}}\n8260 NW 70th St\nSuite {{casillero}}\nMiami, FL 33166\n+1 305 555 0147',
  paymentAccounts: [
    { bank: 'BAC', currency: 'C$', number: '361 204 118', holder: 'Encomiendas Tres Volcanes, S.A.' },
    { bank: 'Lafise Bancentro', currency: 'US$', number: '104 733 902', holder: 'Encomiendas Tres Volcanes, S.A.' },
  ],
}

/** A courier whose prices follow every rule that a company can set. */
export const rulesCompany = {
  name: 'Encomiendas del Norte',
  subdomain: 'norte',
  isOperator: false,
  ruc: 'J0310000266193',
  invoiceFooter: 'Su carga viaja segura.',
  address: 'Frente al parque central, Estelí',
  phone: '50527133096',
  email: 'hola@encomiendasdelnorte.com.ni',
  usAddress: '{{nombre}} {{casillero}}\n7801 NW 37th St\n\nDoral, FL 33195\n+1 305 555 0122',
  paymentAccounts: [],
}

export const operatorCompany = {
  name: 'Casillero Operaciones',
  subdomain: 'master',
  isOperator: true,
  ruc: null,
  invoiceFooter: null,
  address: null,
  phone: null,
  email: null,
  usAddress: null,
  paymentAccounts: [],
}

type Account = {
  firstName: string
  lastName: string
  email: string
  phone: string
  type: Session['userType']
}

export const demoAccounts: readonly Account[] = [
  {
    firstName: 'María Fernanda',
    lastName: 'Castellón Rivas',
    email: 'admin@demo.test',
    phone: '50586904417',
    type: 'admin',
  },
  { firstName: 'Wilmer', lastName: 'Gutiérrez Pineda', email: 'user@demo.test', phone: '50588123045', type: 'user' },
  { firstName: 'Karla', lastName: 'Espinoza Laguna', email: 'viewer@demo.test', phone: '50577415529', type: 'viewer' },
  { firstName: 'Bodega', lastName: 'Miami', email: 'bodega@demo.test', phone: '13055550147', type: 'user' },
]

export const rulesAccounts: readonly Account[] = [
  {
    firstName: 'Rosa Elena',
    lastName: 'Rugama Centeno',
    email: 'admin@norte.test',
    phone: '50586551290',
    type: 'admin',
  },
  { firstName: 'Denis', lastName: 'Blandón Zeledón', email: 'user@norte.test', phone: '50584417735', type: 'user' },
]

export const operatorAccounts: readonly Account[] = [
  {
    firstName: 'Adrián',
    lastName: 'Mendieta Solís',
    email: 'admin@master.test',
    phone: '50589021176',
    type: 'admin',
  },
]

/** The accounts of the roles in the history of each company. */
export const emailOf: Record<Role, string> = {
  admin: 'admin@demo.test',
  clerk: 'user@demo.test',
  warehouse: 'bodega@demo.test',
}
export const rulesEmailOf: Record<Role, string> = {
  admin: 'admin@norte.test',
  clerk: 'user@norte.test',
  warehouse: 'user@norte.test',
}
