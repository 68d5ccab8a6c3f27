import { setTimeout as pass } from 'node:timers/promises'

import type { Logger } from 'pino'

import { passOnRoutes } from '../api/pass-on.ts'
import { livesRoute } from '../api/routes/health-routes.ts'
import { createApi, type Api } from '../api/server.ts'
import type { Config } from '../config.ts'
import type { OwnDatabase } from '../store/database.ts'
import { machineClock } from './machine-clock.ts'

/** What a server of several answers while it does not serve: what the one that does answers, also where it comes to be that one itself. */
export const createStandBy = (
  { serving, secret }: NonNullable<OwnDatabase['others']>,
  { config, log }: { config: Config; log: Logger },
): Api =>
  createApi({
    log,
    trustedProxies: config.trustedProxies,
    peerSecret: secret,
    routes: [
      livesRoute,
      passOnRoutes({ serving, elapsedMs: machineClock.passedMs, sleep: (ms) => pass(ms) }),
    ],
    isHttps: config.publicUrl?.startsWith('https://') ?? false,
  })
