import { setTimeout as pass } from 'node:timers/promises'

import type { Logger } from 'pino'

import { passOnRoutes } from '../api/pass-on.ts'
import { livesRoute } from '../api/routes/health-routes.ts'
import { createApi, type Api } from '../api/server.ts'
import type { Config } from '../config.ts'
import type { OwnDatabase } from '../store/database.ts'
import { machineClock } from './machine-clock.ts'

/** What a server does while another one serves on the same database: it passes on to that one what it is asked. */
export const createStandBy = (
  { serving, secret }: NonNullable<OwnDatabase['others']>,
  { config, publicUrl, log }: { config: Config; publicUrl: string; log: Logger },
): Api =>
  createApi({
    log,
    trustedProxies: config.trustedProxies,
    peerSecret: secret,
    routes: [
      livesRoute,
      passOnRoutes({ serving, elapsedMs: machineClock.passedMs, sleep: (ms) => pass(ms) }),
    ],
    isHttps: publicUrl.startsWith('https://'),
  })
