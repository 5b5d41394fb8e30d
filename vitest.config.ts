import { defineConfig } from 'vitest/config'
import { longestWaitMs } from './tests/support/patience.ts'
import { createRunReporter } from './tests/support/run-reporter.ts'

const globalSetup = ['./tests/support/global-setup.ts']

// A test waits as long as a whole run may take: a slow machine makes no test red, and a test that hangs still ends.
const longestMs = 30 * 60_000
const patient = { testTimeout: longestMs, hookTimeout: longestMs, expect: { poll: { timeout: longestWaitMs } } }

// Minutes of kills are for `npm run test:chaos` alone; the proof of the queue takes seconds.
const chaos = {
  test: {
    name: 'chaos',
    include: process.env.CHAOS ? ['tests/chaos/**/*.test.ts'] : ['tests/chaos/{outbox-proof,output-gone}.test.ts'],
    globalSetup,
    ...patient,
  },
}

// Needs an nginx, which `npm run test:cluster` finds or fetches.
const cluster = {
  test: {
    name: 'cluster',
    include: ['tests/cluster/**/*.test.ts'],
    ...patient,
  },
}

// Needs an HAProxy, which `npm run test:standby` finds or fetches.
const standby = {
  test: {
    name: 'standby',
    include: ['tests/standby/**/*.test.ts'],
    ...patient,
  },
}

// Needs the image that `npm run test:image` builds.
const image = {
  test: {
    name: 'image',
    include: ['tests/image/**/*.test.ts'],
    ...patient,
  },
}

// An `exclude` of one's own takes the place of the usual one; the workspace of the generated client has packages with tests.
const installed = ['**/node_modules/**']
// Files that only `npm run test:all` runs: each says of a rule again, at length, what another file says of it in short.
const wholeRunsAlone = process.env.TESTS === 'all' ? [] : ['**/*.whole.test.ts']

// Files that replace a module, or need it as it starts: each has its modules to itself.
const securityApart = ['brute-force', 'enumeration', 'pictures', 'sign-in-crowd.whole'].map(
  (name) => `tests/security/${name}.test.ts`,
)
// It measures who is answered while a crowd asks: after all others, because their load would be part of the crowd.
const securityAlone = ['tests/security/noisy-company.test.ts']
const serverApart = ['platform/auth/password', 'features/company/logo', 'features/webhooks/receivers'].map(
  (name) => `server/src/${name}.test.ts`,
)

const withDatabase = { globalSetup, ...patient }
// The others share what a worker has loaded: to load the server anew for every file took a third of the run. Files of attacks that
// are asked for in full (`SECURITY`) read as they load how many tries that is.
const together = { isolate: process.env.SECURITY !== undefined }

const report = process.env.TEST_REPORT

export default defineConfig({
  test: {
    reporters: report ? ['default', ['json', { outputFile: report }], createRunReporter(`${report}.run`)] : ['default'],
    // Node reads TypeScript itself, as it does for the server: Vite's reading of it, and its way of calling what is imported, took a fifth
    // of the time.
    experimental: { viteModuleRunner: false },
    // More than there are cores: tests that wait leave theirs to others.
    maxWorkers: 4,
    projects: [
      ...(process.env.CLUSTER ? [cluster] : []),
      ...(process.env.STANDBY ? [standby] : []),
      ...(process.env.IMAGE_KIND ? [image] : []),
      {
        test: {
          name: 'shared',
          root: './shared',
          include: ['{src,test}/**/*.test.ts'],
          // One resets the modules, which Node does not.
          experimental: { viteModuleRunner: true },
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: 'web',
          root: './web',
          include: ['src/**/*.test.ts'],
          // Node does not read JSX.
          experimental: { viteModuleRunner: true },
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: 'embedded-postgres',
          root: './embedded-postgres',
          include: ['src/**/*.test.ts'],
          exclude: [...installed, ...wholeRunsAlone],
          ...patient,
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'security-apart',
          include: securityApart,
          exclude: [...installed, ...wholeRunsAlone],
        },
      },
      {
        test: {
          ...withDatabase,
          ...together,
          name: 'security',
          include: ['tests/security/**/*.test.ts'],
          exclude: [...installed, ...wholeRunsAlone, ...securityApart, ...securityAlone],
        },
      },
      { test: { ...withDatabase, name: 'security-alone', include: securityAlone, sequence: { groupOrder: 1 } } },
      { test: { ...withDatabase, name: 'server-apart', include: serverApart } },
      {
        test: {
          ...withDatabase,
          ...together,
          name: 'server',
          include: ['server/src/**/*.test.ts', 'tests/server/**/*.test.ts'],
          exclude: [...installed, ...wholeRunsAlone, ...serverApart],
        },
      },
      chaos,
    ],
  },
})
