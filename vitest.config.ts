import { defineConfig } from 'vitest/config'

// Minutes of kills are for `npm run test:faults` alone.
const faults = {
  test: {
    name: 'faults',
    root: './server',
    include: ['faults/**/*.test.ts', 'test/outbox-proof.test.ts'],
    globalSetup: ['./test/global-setup.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 180_000,
  },
}

// Needs an nginx, which `npm run test:instances` finds or fetches.
const instances = {
  test: {
    name: 'instances',
    root: './server',
    include: ['instances/**/*.test.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 180_000,
  },
}

// Needs the image that `npm run test:image` builds.
const image = {
  test: {
    name: 'image',
    root: './server',
    include: ['image/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 180_000,
  },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      ...(process.env.FAULTS ? [faults] : []),
      ...(process.env.INSTANCES ? [instances] : []),
      ...(process.env.IMAGE_KIND ? [image] : []),
      { test: { name: 'shared', root: './shared', include: ['{src,test}/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'web', root: './web', include: ['src/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'attack',
          root: './server',
          include: ['attack/**/*.test.ts'],
          globalSetup: ['./test/global-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          root: './server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: ['./test/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
