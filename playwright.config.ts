import { defineConfig } from '@playwright/test'

// Workers evaluate this file again: the port is chosen once, by the first.
// Below those that the system gives to outgoing connections.
process.env.E2E_PORT ??= String(21_000 + (process.pid % 5_500) * 2)

const chromium = process.env.CHROMIUM_PATH
export const launchOptions = {
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
  ],
  ...(chromium ? { executablePath: chromium } : {}),
}

export default defineConfig({
  testDir: './tests/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: './test-results',
  use: { locale: 'es-NI', timezoneId: 'America/New_York', trace: 'off', launchOptions },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // Keys come from the same robot at every width, files are kept alike, and no phone's browser reaches a printer by its cable.
    {
      name: 'phone',
      testIgnore: [
        '**/reception-robot.spec.ts',
        '**/reception-deployment.spec.ts',
        '**/reception-labels.spec.ts',
        '**/silent-printing.spec.ts',
      ],
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: 'node tests/e2e/support/server.ts',
    url: `http://127.0.0.1:${process.env.E2E_PORT}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
