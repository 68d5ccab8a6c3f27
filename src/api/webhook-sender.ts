import { createHmac } from 'node:crypto'

import { UnknownChainError } from '../core/terms/errors.ts'
import { hasNothingToCome } from '../core/tracking/outcomes.ts'
import type { TrackAnswer } from '../core/tracking/tracking-record.ts'
import { backOffMs } from '../services/flow/back-off.ts'
import { readRetryAfterMs } from '../services/flow/read-retry-after-ms.ts'
import type { Records } from '../services/tracking/records.ts'
import { parseWebhookUrl, type Webhook, type WebhookStore } from '../services/tracking/webhooks.ts'

const AT_ONCE = 20
const POLL_MS = 500
const ANSWER_MS = 10_000
const RETRY = { firstMs: 5_000, lastMs: 60 * 60_000 }
/** What nobody takes for so long is given up. */
const GIVE_UP_MS = 24 * 60 * 60_000

type Deps = {
  store: WebhookStore
  records: Records
  /** Hosts that may be called; an address on another one, taken in under other rules, is forgotten. */
  hosts: readonly string[]
  secret: string
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** Ends early, without an error, when the signal does. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The key of one host, so that none can speak for us to another: HMAC-SHA-256 of its name under the secret. */
const webhookKey = (secret: string, host: string): Buffer =>
  createHmac('sha256', secret).update(host).digest()

/** `webhook-signature` as Standard Webhooks have it. `atSec` is unix seconds. */
function signWebhook(key: Buffer, message: { id: string; atSec: number; body: string }) {
  const { id, atSec, body } = message
  return `v1,${createHmac('sha256', key).update(`${id}.${atSec}.${body}`).digest('base64')}`
}

/**
 * Posts the newest state of each watch to whoever asked for it, to each host in its own turn: at least once, from what is stored. Tries again with growing
 * pauses for a day, follows no redirect, and reads nothing of an answer but its status and how long it asks to be left alone.
 */
export function createWebhookSender({ store, records, hosts, secret, log, now, sleep }: Deps) {
  const stopping = new AbortController()
  const each = [...new Set(hosts)]
  let loops: Promise<unknown> = Promise.resolve()

  /** Whether it was taken, must not be sent any more, or is to be tried again, no earlier than asked for. */
  async function post(
    url: URL,
    id: string,
    body: string,
  ): Promise<'taken' | 'gone' | { retryAfterMs: number }> {
    const atSec = Math.floor(now().getTime() / 1000)
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'vouch',
          'webhook-id': id,
          'webhook-timestamp': `${atSec}`,
          'webhook-signature': signWebhook(webhookKey(secret, url.host), { id, atSec, body }),
        },
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_MS), stopping.signal]),
      })
      await answer.body?.cancel()
      if (answer.ok) return 'taken'
      if (answer.status === 410) return 'gone'
      return { retryAfterMs: readRetryAfterMs(answer.headers, RETRY.lastMs) }
    } catch {
      return { retryAfterMs: 0 }
    }
  }

  async function deliver(hook: Webhook): Promise<void> {
    const { id, chain_uid: chain, tx_hash, changes } = hook
    let url: URL
    try {
      url = parseWebhookUrl(hook.url, hosts)
    } catch {
      return store.remove(id)
    }
    let answer: TrackAnswer
    try {
      answer = await records.track({ chain, tx_hash }, 'full')
    } catch (error) {
      log.warn({ err: error, id, host: url.host }, 'what a webhook is to tell could not be read')
      // Its chain has left the network file.
      return error instanceof UnknownChainError ? store.remove(id) : putOff(hook, url.host, 0)
    }
    const { tx_status: status } = answer.response
    const isEnd = hasNothingToCome(status)
    const type = isEnd ? 'transaction.ended' : 'transaction.progress'
    const body = JSON.stringify({ type, timestamp: now().toISOString(), data: answer })
    const result = await post(url, `${id}.${changes}`, body)
    // A block can still have what was not found: the address stays as long as that is followed.
    const isLast = isEnd && status !== 'not_found'
    if (result === 'gone' || (result === 'taken' && isLast)) return store.remove(id)
    if (result === 'taken') return store.settle(hook, now())
    if (stopping.signal.aborted) return undefined // tried again after the next start
    return putOff(hook, url.host, result.retryAfterMs)
  }

  /** Tries again later, for a day at most. */
  async function putOff(hook: Webhook, host: string, leastMs: number): Promise<void> {
    const { id, attempts, changedAt } = hook
    if (now().getTime() - changedAt.getTime() >= GIVE_UP_MS) {
      log.warn({ id, host, attempts }, 'nobody took a webhook for a day; given up')
      return store.remove(id)
    }
    const waitMs = Math.max(leastMs, backOffMs(attempts, RETRY))
    return store.postpone(id, new Date(now().getTime() + waitMs))
  }

  async function deliverTo(host: string): Promise<void> {
    const due = await store.due(host, now(), AT_ONCE)
    const tell = (error: unknown) =>
      log.warn({ err: error }, 'a webhook could not be sent; trying again')
    await Promise.all(due.map((hook) => deliver(hook).catch(tell)))
  }

  /** Each host has a turn of its own: one that does not answer holds up nobody else's. */
  async function deliverFor(host: string): Promise<void> {
    while (!stopping.signal.aborted) {
      await deliverTo(host).catch((error: unknown) =>
        log.warn({ err: error }, 'webhooks could not be read; trying again'),
      )
      await sleep(POLL_MS, stopping.signal)
    }
  }

  return {
    /** Sends what is due on each host, and ends when each was tried. */
    deliverDue: () => Promise.all(each.map(deliverTo)),
    start() {
      const strays = store
        .keepOnly(each)
        .catch((error: unknown) =>
          log.warn({ err: error }, 'webhooks of other hosts could not be forgotten'),
        )
      loops = Promise.all([strays, ...each.map(deliverFor)])
    },
    async stop() {
      stopping.abort()
      await loops
    },
  }
}
