import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, the longest first. */
const LONGEST = [
  'flows/several-processes.flow',
  'flows/service-published.flow',
  'flows/service.flow',
  'flows/journeys.flow',
  'flows/restart.flow',
  'browser/passkey',
  'browser/journey',
  'browser/pages',
  'browser/languages',
  'browser/accessibility',
  'devnet/model/model',
  'flows/size.flow',
  'flows/journeys-published.flow',
  'store/postgres/join-cluster',
  'store/moving/copy-store',
  'flows/command-line.flow',
  'flows/trouble-drill.flow',
  'flows/nodes-drill.flow',
  'browser/served-pages',
  'store/backup',
  'devnet/devnet',
  'flows/operator.flow',
  'flows/attack.flow',
  'flows/store-copy.flow',
  'flows/clock.flow',
  'flows/custody.flow',
]

/**
 * Real servers, chains and browsers run beside the tests, and look many times a second for what is new: on two cores, four workers take a tenth longer than two for
 * the same journeys, and a fourth longer where no page is in them. Two on one core, since whoever waits for a block leaves it idle.
 */
const WORKERS = Math.min(4, Math.max(2, availableParallelism()))

/** Whether a project was asked for by its name, and not with all others. */
const isAskedFor = process.argv.some((word) => word.includes('journeys-on-postgres'))

/** Needs both databases. */
const ON_BOTH = 'test/flows/store-copy.flow.test.ts'
/** What says most about a database beneath a whole server. */
const SEVERAL_PROCESSES = 'test/flows/several-processes.flow.test.ts'
const SHORT_ON_POSTGRES = [
  'test/flows/restart.flow.test.ts',
  'test/flows/journeys.flow.test.ts',
  SEVERAL_PROCESSES,
  ON_BOTH,
]
const ABOUT_SQLITE = ['test/flows/command-line.flow.test.ts']

/** Begins with what takes longest, so that all workers end at about the same time. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return place < 0 ? LONGEST.length : place
    }
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

/** Whether another order was asked for: `npm test -- --sequence.shuffle.files`. */
const isShuffled = process.argv.some((word) => word.startsWith('--sequence.shuffle'))

// Vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    pool: 'forks',
    // Limits are for a state that never comes, and far above what a busy machine takes: speed is nothing that tests assert.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 300_000, interval: 20 } },
    maxWorkers: WORKERS,
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    // Loading viem, cosmjs and discord.js anew for every file costs more than many tests do, and no module keeps state.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [
            'test/flows/**',
            'test/browser/**',
            'test/store/postgres/**',
            'test/store/moving/**',
          ],
          setupFiles: ['test/property-seed.ts'],
        },
      },
      {
        extends: true,
        // What stores promise, on PostgreSQL as on SQLite.
        test: {
          name: 'postgres',
          include: [
            'test/store/*/*.test.ts',
            'test/store/claim-guards.test.ts',
            'test/store/prepared.test.ts',
          ],
          globalSetup: ['test/store/start-postgres.ts'],
          setupFiles: ['test/property-seed.ts'],
        },
      },
      {
        extends: true,
        // The same journeys on PostgreSQL: a few, or with `npm run test:postgres` all that are not about SQLite's own file.
        test: {
          name: 'journeys-on-postgres',
          include: isAskedFor ? ['test/flows/**/*.test.ts'] : SHORT_ON_POSTGRES,
          exclude: ABOUT_SQLITE,
          globalSetup: ['test/flows/build-server.ts', 'test/store/start-postgres.ts'],
          setupFiles: ['test/flows/on-postgres.ts', 'test/flows/end-processes.ts'],
        },
      },
      {
        extends: true,
        // Whole journeys over local chains, and pages in a real browser.
        test: {
          name: 'journeys',
          include: ['test/flows/**/*.test.ts', 'test/browser/**/*.test.{ts,tsx}'],
          exclude: [SEVERAL_PROCESSES, ON_BOTH],
          // They run what `npm start` runs, so it has to be what the sources say.
          globalSetup: ['test/flows/build-server.ts'],
          setupFiles: ['test/flows/end-processes.ts'],
        },
      },
    ],
    // A focused test would hide all others, and a run that finds no test proves nothing.
    allowOnly: false,
    passWithNoTests: false,
  },
})
