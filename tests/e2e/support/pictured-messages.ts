import { qrPicture } from '../../../tools/fake-waha/qr-picture.ts'
import { expect } from './patient-expect.ts'
import { actOnFirst, dialogOf, openFirst, type Picture, type Scene } from './pictured-screens.ts'

/**
 * Shows the connection's screen for an answer of the server, because a real gateway would have to be moved from state to state.
 */
const connection =
  (answer: object, sign: string) =>
  async ({ page, url }: Scene): Promise<void> => {
    const reply = {
      success: true,
      qrCode: null,
      sessionInfo: null,
      error: null,
      nextTryAt: null,
      remedy: null,
      message: '',
      ...answer,
    }
    await page.route(/waha-status/, (route) => route.fulfill({ json: reply }))
    await page.goto(`${url}/admin/settings/whatsapp`)
    await expect(page.getByText(sign, { exact: true })).toBeVisible()
    await page.unroute(/waha-status/)
  }

const phone = { name: 'Encomiendas Tres Volcanes', phone: '50577778888', since: '2026-11-20T16:42:00.000Z' }

const ready = '/admin/settings/templates?plantilla=ready'

/** The messages to clients, and the phone that sends them. */
export const messageScreens: readonly Picture[] = [
  { name: 'whatsapp-sin-pasarela', path: '/admin/settings/whatsapp' },
  {
    name: 'whatsapp-qr',
    path: '/dashboard',
    arrange: connection(
      { status: 'SCAN_QR_CODE', qrCode: qrPicture('screens').toString('base64') },
      'Escanear Código QR',
    ),
  },
  {
    name: 'whatsapp-conectado',
    path: '/dashboard',
    arrange: connection({ status: 'WORKING', sessionInfo: phone, message: 'WhatsApp está conectado.' }, 'Funcionando'),
  },
  {
    name: 'whatsapp-codigo-vencido',
    path: '/dashboard',
    arrange: connection(
      {
        status: 'FAILED',
        error: 'El código venció',
        remedy: 'newQr',
        message: 'Genere uno nuevo cuando tenga el teléfono a mano.',
      },
      'Error',
    ),
  },
  {
    name: 'whatsapp-desvinculado',
    path: '/dashboard',
    arrange: connection(
      {
        status: 'FAILED',
        sessionInfo: phone,
        error: 'El teléfono ya no está vinculado',
        remedy: 'relink',
        message: 'Vincule de nuevo el teléfono para que los avisos salgan.',
      },
      'Error',
    ),
  },
  {
    name: 'whatsapp-error',
    path: '/dashboard',
    arrange: connection(
      {
        status: 'FAILED',
        sessionInfo: phone,
        error: 'WhatsApp no responde',
        remedy: 'retry',
        nextTryAt: '2026-11-22T16:44:00.000Z',
        message: 'Hay un problema con la conexión de WhatsApp.',
      },
      'Error',
    ),
  },
  { name: 'plantillas', path: ready, isWhole: true },
  {
    name: 'plantillas-sin-guardar',
    path: ready,
    async arrange({ page }) {
      await page
        .getByRole('textbox', { name: 'Paquete listo para retirar' })
        .fill('Hola *{{nombre}}*, venga por su caja.')
      await expect(page.getByText('Variables desconocidas: nombre')).toBeVisible()
    },
  },
  { name: 'mensajes', path: '/admin/mensajes' },
  { name: 'mensajes-fallidos', path: '/admin/mensajes?state=failed' },
  {
    name: 'mensajes-reenviar',
    path: '/admin/mensajes?state=unknown',
    async arrange({ page }) {
      await page.getByRole('button', { name: 'Reenviar' }).first().click()
      await expect(dialogOf(page)).toBeVisible()
    },
  },
  {
    name: 'mensajes-cancelar',
    path: '/admin/mensajes?state=queued',
    async arrange({ page }) {
      await page.getByRole('button', { name: 'Cancelar envío' }).first().click()
      await expect(dialogOf(page)).toBeVisible()
    },
  },
  {
    name: 'paquete-mensajes',
    path: '/paquetes',
    async arrange({ page }) {
      await openFirst(page, 'Editar')
      await dialogOf(page).getByRole('tab', { name: 'Mensajes' }).click()
      await expect(dialogOf(page).getByText('Ver mensaje').first()).toBeVisible()
    },
  },
  {
    name: 'cliente-mensajes',
    path: '/clients?search=DEM0001',
    async arrange({ page }) {
      await actOnFirst(page, 'Mensajes')
      await expect(dialogOf(page).getByText('Ver mensaje').first()).toBeVisible()
    },
  },
]
