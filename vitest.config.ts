import { defineConfig } from 'vitest/config'

const globalSetup = ['./tests/support/global-setup.ts']

// Minutes of kills are for `npm run test:chaos` alone; the proof of the queue takes seconds.
const chaos = {
  test: {
    name: 'chaos',
    include: process.env.CHAOS ? ['tests/chaos/**/*.test.ts'] : ['tests/chaos/outbox-proof.test.ts'],
    globalSetup,
    testTimeout: 1_800_000,
    hookTimeout: 180_000,
  },
}

// Needs an nginx, which `npm run test:cluster` finds or fetches.
const cluster = {
  test: {
    name: 'cluster',
    include: ['tests/cluster/**/*.test.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 180_000,
  },
}

// Needs the image that `npm run test:image` builds.
const image = {
  test: {
    name: 'image',
    include: ['tests/image/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 180_000,
  },
}

// An `exclude` of one's own takes the place of the usual one; the workspace of the generated client has packages with tests.
const installed = ['**/node_modules/**']

// Files that replace a module, or need it as it starts: each has its modules to itself.
const securityApart = ['brute-force', 'enumeration', 'mass-assignment', 'pictures'].map(
  (name) => `tests/security/${name}.test.ts`,
)
const serverApart = ['platform/auth/password', 'features/company/logo', 'features/webhooks/receivers'].map(
  (name) => `server/src/${name}.test.ts`,
)

const security = { globalSetup, testTimeout: 600_000, hookTimeout: 120_000 }
const server = { globalSetup, testTimeout: 120_000, hookTimeout: 120_000 }
// The others share what a worker has loaded: to load the server anew for every file took a third of the run. Files of attacks that
// are asked for in full (`SECURITY`) read as they load how many tries that is.
const together = { isolate: process.env.SECURITY !== undefined }

export default defineConfig({
  test: {
    // More than there are cores: tests that wait leave theirs to others.
    maxWorkers: 3,
    projects: [
      ...(process.env.CLUSTER ? [cluster] : []),
      ...(process.env.IMAGE_KIND ? [image] : []),
      { test: { name: 'shared', root: './shared', include: ['{src,test}/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'web', root: './web', include: ['src/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'embedded-postgres',
          root: './embedded-postgres',
          include: ['src/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      { test: { ...security, name: 'security-apart', include: securityApart } },
      {
        test: {
          ...security,
          ...together,
          name: 'security',
          include: ['tests/security/**/*.test.ts'],
          exclude: [...installed, ...securityApart],
        },
      },
      { test: { ...server, name: 'server-apart', include: serverApart } },
      {
        test: {
          ...server,
          ...together,
          name: 'server',
          include: ['server/src/**/*.test.ts', 'tests/server/**/*.test.ts'],
          exclude: [...installed, ...serverApart],
        },
      },
      chaos,
    ],
  },
})
