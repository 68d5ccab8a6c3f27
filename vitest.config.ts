import { defineConfig } from 'vitest/config'

// Vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    // Real chains and browsers run beside the tests: more workers than this only steal time from them.
    pool: 'forks',
    // Limits are for a state that never comes, and far above what a busy machine takes: speed is nothing that tests assert.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Loading viem, cosmjs and discord.js anew for every file costs more than the tests do, and no module keeps state.
          isolate: false,
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/flows/**', 'test/browser/**'],
          setupFiles: ['test/property-seed.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        // Whole journeys over local chains, and pages in a real browser.
        test: {
          name: 'journeys',
          include: ['test/flows/**/*.test.ts', 'test/browser/**/*.test.{ts,tsx}'],
          // They run what `npm start` runs, so it has to be what the sources say.
          globalSetup: ['test/flows/build-server.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
    // A focused test would hide all others, and a run that finds no test proves nothing.
    allowOnly: false,
    passWithNoTests: false,
  },
})
