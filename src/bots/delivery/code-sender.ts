import { CodeDelayedError } from '../../claims/code-sender.ts'
import type { Identity, Account } from '../../core/terms/identity.ts'
import { field, text, type Card } from '../cards/card.ts'
import type { Delivery } from './delivery.ts'
import type { Languages } from './languages.ts'
import type { Words } from '../words/words.ts'
import { RefusedError, RetryLaterError, UnreachableError } from './surface.ts'

/** Where a code can be written to. */
export type Reachable = {
  accountOf(platform: Account['platform'], handle: string): Promise<Account | undefined>
  reach(account: Account): Promise<{ surface: string; chat: string } | undefined>
}

type Deps = {
  accounts: Reachable
  delivery: Pick<Delivery, 'post'>
  languages: Pick<Languages, 'wordsOf'>
  log: { warn(details: object, message: string): void }
}

/**
 * Brings verification codes to the recipient's own private chat. It goes there at once and stands in no outbox, so that a
 * code is kept nowhere. Ends the same whether it could be delivered or not: the asker must not learn who has an account.
 */
export function createCodeSender({ accounts, delivery, languages, log }: Deps) {
  return {
    async send({
      identity,
      boundUserId,
      code,
      claimerId,
    }: {
      identity: Identity
      boundUserId: string | undefined
      code: string
      claimerId: string
    }): Promise<void> {
      const { platform, handle } = identity
      try {
        const account =
          boundUserId === undefined
            ? await accounts.accountOf(platform, handle)
            : { platform, userId: boundUserId, handle: undefined }
        const reach = account && (await accounts.reach(account))
        if (!reach) return
        const words = await languages.wordsOf(reach.surface, reach.chat, account)
        await delivery.post(reach.surface, reach.chat, codeCard(code, words), undefined, {
          name: `code/${claimerId}/${code}`,
        })
      } catch (error) {
        if (!(error instanceof UnreachableError || error instanceof RefusedError)) {
          // The message may have arrived: the same code comes once more then.
          const reason = error instanceof Error ? error.message : 'unknown'
          throw new CodeDelayedError(reason.replaceAll(code, '…'), {
            ...(error instanceof RetryLaterError && { retryAfterMs: error.retryAfterMs }),
            isTold: false,
          })
        }
        log.warn({ claimerId, reason: error.message }, 'a verification code could not be delivered')
      }
    },
  }
}

function codeCard(verificationCode: string, { verification }: Words): Card {
  const { title, code, howTo } = verification
  return { title, tone: 'info', blocks: [field(code, verificationCode), text(howTo)] }
}
