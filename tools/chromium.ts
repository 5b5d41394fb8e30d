import { type Browser, chromium, type Page } from '@playwright/test'

/** Opens the Chromium that the command found. */
export function openChromium(): Promise<Browser> {
  const { CHROMIUM_PATH } = process.env
  return chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
  })
}

/** The address of a company at a server of this machine: browsers find no other names than those of `localhost`. */
export const addressAt = (serverUrl: string, subdomain: string): string =>
  `http://${subdomain}.casillero.localhost:${new URL(serverUrl).port}`

/** Signs a user in on the sign-in page. */
export async function signIn(page: Page, address: string, user: { email: string; password: string }): Promise<void> {
  await page.goto(`${address}/login`)
  await page.getByLabel('Correo electrónico o teléfono').fill(user.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL('**/dashboard')
}
