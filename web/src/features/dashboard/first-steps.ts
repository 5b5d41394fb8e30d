import type { FirstSteps } from '@casillero/shared/contract/dashboard'
import type { Right } from '@casillero/shared/domain/permissions'

type StepLink = { label: string; to: string; right: Right }

export type Step = {
  id: keyof FirstSteps
  title: string
  hint: string
  right: Right
  /** The button's text. Tariffs are asked for in place. */
  act: string
  to?: string
  other?: StepLink
}

/** docs/product/screens.md, "First steps". */
export const steps: readonly Step[] = [
  {
    id: 'company',
    title: 'Logo y datos de la empresa',
    hint: 'Salen en las facturas y en los recibos.',
    right: 'settings.write',
    act: 'Completar datos',
    to: '/admin/settings/general',
  },
  {
    id: 'rates',
    title: 'Tasas de cambio',
    hint: 'A cuánto compra y vende el dólar.',
    right: 'settings.write',
    act: 'Poner tasas',
    to: '/admin/settings/currencies',
  },
  {
    id: 'users',
    title: 'Usuarios',
    hint: 'Uno para cada persona que trabaja con usted.',
    right: 'settings.write',
    act: 'Crear usuarios',
    to: '/admin/users',
  },
  {
    id: 'tariffs',
    title: 'Tarifas',
    hint: 'Lo que cobra por libra. Sin ellas los paquetes quedan sin precio.',
    right: 'tariffs.write',
    act: 'Poner precios',
  },
  {
    id: 'client',
    title: 'Primer cliente',
    hint: 'Regístrelo, o traiga su lista de Excel.',
    right: 'clients.write',
    act: 'Registrar cliente',
    to: '/clients?nuevo=si',
    other: { label: 'Importar', to: '/importar/clients', right: 'imports.write' },
  },
  {
    id: 'received',
    title: 'Recibir un paquete',
    hint: 'Tracking, cliente y peso.',
    right: 'packages.write',
    act: 'Recibir paquete',
    to: '/recepcion',
  },
  {
    id: 'ready',
    title: 'Paquete listo para retirar',
    hint: 'Cuando llegue, cambie su estado a Listo para retirar.',
    right: 'packages.write',
    act: 'Cambiar estado',
    to: '/paquetes',
  },
  {
    id: 'drawer',
    title: 'Abrir la caja',
    hint: 'Con el fondo del día, para cobrar en efectivo.',
    right: 'cash.write',
    act: 'Abrir caja',
    to: '/caja',
  },
  {
    id: 'invoice',
    title: 'Primera factura',
    hint: 'De los paquetes listos de un cliente.',
    right: 'invoices.write',
    act: 'Facturar',
    to: '/facturar',
  },
  {
    id: 'whatsapp',
    title: 'Vincular WhatsApp',
    hint: 'Para avisar a los clientes desde el número de la empresa.',
    right: 'whatsapp.manage',
    act: 'Vincular',
    to: '/admin/settings/whatsapp',
  },
]

export const isTaken = (taken: FirstSteps, { id }: Step): boolean => taken[id]

/** The next step has the solid button. */
export const findNextStep = (taken: FirstSteps, may: (right: Right) => boolean): Step | undefined =>
  steps.find((step) => !isTaken(taken, step) && may(step.right))

/** `2 de 10`. */
export const countText = (taken: FirstSteps): string =>
  `${steps.filter((step) => isTaken(taken, step)).length} de ${steps.length}`
