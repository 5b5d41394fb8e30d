import { defineConfig } from '@playwright/test'
import { longestSightMs, longestWaitMs } from './tests/support/patience.ts'

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

// Without transitions a story takes a sixth less of both cores, most of all at the larger size; with them it runs at the other.
const desktop = { viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' as const } }
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

export default defineConfig({
  testDir: './tests/e2e',
  fullyParallel: true,
  // A story waits for nearly half of its time: with as many as there are cores, nearly half of both stood idle.
  workers: 4,
  forbidOnly: true,
  // A slow machine makes no story red; one that waits for what never comes still ends.
  timeout: longestWaitMs,
  expect: { timeout: longestSightMs },
  reporter: [['list']],
  outputDir: './test-results',
  use: {
    actionTimeout: longestSightMs,
    navigationTimeout: longestSightMs,
    locale: 'es-NI',
    timezoneId: 'America/New_York',
    trace: 'off',
    launchOptions,
  },
  projects: [
    // A story of both has another layout at each width: cards in place of a table, a sheet in place of a popover.
    { name: 'desktop', grepInvert: /@phone/, use: desktop },
    { name: 'phone', grep: /@phone|@both/, use: phone },
  ],
  webServer: {
    command: 'node tests/e2e/support/server.ts',
    url: `http://127.0.0.1:${process.env.E2E_PORT}/readyz`,
    timeout: longestWaitMs,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
