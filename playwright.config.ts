import { readdirSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { longestSightMs, longestWaitMs } from './tests/support/patience.ts'
import { isWholeRun, takeSample } from './tests/support/sampling.ts'

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

const storiesOf = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`)

// What a story tries here is the same at every width, so it runs at one: keys of a robot, files, devices of a computer, races, texts.
const wideOnly = storiesOf(
  'counter-conflicts',
  'early-scans',
  'exports',
  'hostile-texts',
  'import-kinds',
  'money-corrections',
  'papers',
  'reception-deployment',
  'reception-labels',
  'reception-robot',
  'reception-scale',
  'scan-pauses',
  'scale',
  'scanner',
  'session',
  'silent-printing',
)
// And these are tried where it is hardest: in a hand, with a drawer in the place of the menu and a link that comes and goes.
const narrowOnly = storiesOf(
  'camera',
  'carrier-bill',
  'hand-over-around',
  'phones',
  'reception-offline',
  'shipping-methods',
  'statuses',
  'tariffs',
  'unsaved-work',
  'viewer',
)
// These are tried at both widths in every run, because the layout is another one: cards in place of a table, a drawer in place of the menu.
const atBoth = storiesOf('clients', 'invoice')
// The others run at one of both, which the seed chooses; in a whole run at both.
const others = readdirSync('tests/e2e')
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => `**/${name}`)
  .filter((name) => ![...wideOnly, ...narrowOnly, ...atBoth].includes(name))
const wide = takeSample(others, Math.ceil(others.length / 2))
const narrow = isWholeRun ? others : others.filter((name) => !wide.includes(name))
const except = (chosen: string[]) => others.filter((name) => !chosen.includes(name))
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
    { name: 'desktop', testIgnore: [...narrowOnly, ...except(wide)], use: desktop },
    { name: 'phone', testIgnore: [...wideOnly, ...except(narrow)], use: phone },
  ],
  webServer: {
    command: 'node tests/e2e/support/server.ts',
    url: `http://127.0.0.1:${process.env.E2E_PORT}/readyz`,
    timeout: longestWaitMs,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
