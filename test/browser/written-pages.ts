import { resolve } from 'node:path'

import { pino } from 'pino'

import { pageRoutes } from '../../src/api/routes/page-routes.ts'
import { statementRoutes } from '../../src/api/routes/statement-routes.ts'
import { trackPageRoutes } from '../../src/api/routes/track-page-routes.ts'
import { unsubscribeRoutes } from '../../src/api/routes/unsubscribe-routes.ts'
import { newWatchLimit } from '../../src/api/client-limits.ts'
import { createApi } from '../../src/api/server.ts'
import { createPageWriter } from '../../src/api/write-page.ts'
import { trackCard } from '../../src/bots/cards/track.ts'
import { renderHtml } from '../../src/bots/page/render-html.ts'
import { wordsIn } from '../../src/bots/words/words.ts'
import { SignRequestClosedError, StoppingError } from '../../src/core/terms/errors.ts'
import { noticed } from '../../src/core/tracking/notice.ts'
import type { Progress } from '../../src/core/tracking/progress.ts'
import { writtenWordsIn } from '../../src/words/written-words.ts'
import { sampleNetwork } from '../core/sample-network.ts'

const webDir = resolve('dist/web')

/** A transaction that is on its way, one that waits for a chain, and one that nobody has asked for. */
export const FOLLOWED = `/track/base/0x${'5c'.repeat(32)}`
export const STALLED = `/track/base/0x${'7e'.repeat(32)}`
export const UNFOLLOWED = `/track/base/0x${'6d'.repeat(32)}`

const PROGRESS: Progress = {
  outcome: 'pending',
  txId: 'tx-1',
  hops: [
    { kind: 'submit', chain_uid: 'base', state: 'done', tx_hash: '0x1', detail: '' },
    { kind: 'settle', chain_uid: 'vsl', state: 'waiting', tx_hash: '', detail: '' },
  ],
}

/** Since half past nine in the morning, where it is UTC. */
const WAITING: Progress = {
  ...PROGRESS,
  ...noticed({
    kind: 'stalled',
    chain_uid: 'base',
    since: '09:30',
    since_sec: Date.UTC(2026, 0, 1, 9, 30) / 1000,
  }),
}

/** What each unsubscribe link has led to so far. */
const CHOSEN = {
  open: { all: false, sender: false },
  sender: { all: false, sender: true },
  all: { all: true, sender: undefined },
}

/** Serves the pages that the server writes as it does, landing and failures included, with stand-ins for what they show. */
export async function startWrittenPages(): Promise<{ url: string; stop(): Promise<void> }> {
  const writePage = createPageWriter(webDir)
  const api = createApi({
    log: pino({ level: 'silent' }),
    writePage,
    sayError: (error, language) => wordsIn(language).errors.say(error),
    routes: [
      pageRoutes({ webDir, home: 'landing', rpcUrls: [], framedBy: [] }),
      trackPageRoutes({
        network: sampleNetwork,
        writePage,
        allowNew: newWatchLimit(() => new Date()),
        async stateOf(chainUid, txHash, language) {
          const progress = FOLLOWED.endsWith(txHash)
            ? PROGRESS
            : STALLED.endsWith(txHash)
              ? WAITING
              : undefined
          if (!progress) return undefined
          const card = trackCard(wordsIn(language), sampleNetwork, chainUid, txHash, progress)
          return { ...renderHtml(card, writtenWordsIn(language).states), isOver: false }
        },
        follow: async () => undefined,
      }),
      unsubscribeRoutes({
        writePage,
        optOuts: {
          stateOf: async (token) =>
            new Map(Object.entries(CHOSEN)).get(token) ?? Promise.reject(new Error('broken')),
          choose: async () => undefined,
        },
      }),
      statementRoutes(() => Promise.reject(new SignRequestClosedError('has expired'))),
      // A stream that opens and is lost.
      (server) =>
        server.get('/api/v1/txn/stream', async (_, reply) =>
          reply.type('text/event-stream').send(': here\n\n'),
        ),
      (server) => server.get('/stopping', () => Promise.reject(new StoppingError())),
    ],
  })
  const { url } = await api.start({ port: 0, host: '127.0.0.1' })
  return { url, stop: api.stop }
}
