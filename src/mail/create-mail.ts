import type { CodeSender } from '../claims/code-sender.ts'
import { createClaimNotices, type NoticeDeps, type SendClaimNotices } from './claim-notices.ts'
import { createMailCodes } from './mail-codes.ts'

type Deps = Omit<NoticeDeps, 'store'> & {
  store: NoticeDeps['store'] & {
    /** Makes due what was set aside while no mail could be sent. */
    wake(now: Date): Promise<void>
  }
}

/** Everything that goes out by mail: verification codes at once, notices when the outbox says so. */
export function createMail(deps: Deps): {
  codes: CodeSender
  notify: SendClaimNotices
  start(): Promise<void>
  stop(): Promise<void>
} {
  const { mailer, store, log, now } = deps
  return {
    codes: createMailCodes({ mailer, log }),
    notify: createClaimNotices(deps),
    start: () => store.wake(now()),
    stop: mailer.stop,
  }
}
