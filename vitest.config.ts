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

export default defineConfig({
  test: {
    maxWorkers: 2,
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
      {
        test: {
          name: 'security',
          include: ['tests/security/**/*.test.ts'],
          globalSetup,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'tests/server/**/*.test.ts'],
          globalSetup,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      chaos,
    ],
  },
})
