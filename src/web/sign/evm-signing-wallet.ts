import type { Hex } from 'viem'

import { loadPart } from '../parts/load-part.ts'
import {
  connectAccounts,
  signEvmText,
  switchChain,
  type EvmChainInfo,
  type EvmWallet,
} from '../parts/wallets/evm-wallet.ts'
import { checkApproval, sendMessages } from './send-messages.ts'
import type { SigningWallet } from './signing-wallet.ts'
import { revocationOf, stepsDue } from './steps-due.ts'
import { waitForTransaction } from './wait-for-transaction.ts'

/** How long an operation may wait for its block with an open page before nobody looks for a replacement any more. */
const FOLLOWED_MS = 60 * 60_000

/** An EVM wallet: it signs and sends the messages as one batch where it can, and else each as a transaction of its own. */
export function evmSigningWallet(
  { id, name, icon, provider }: EvmWallet,
  chain: EvmChainInfo,
): SigningWallet {
  const { chain_id: chainId } = chain
  const waitFor = (hash: Hex, timeoutMs?: number) =>
    waitForTransaction({ provider, chainId, hash, ...(timeoutMs !== undefined && { timeoutMs }) })
  /** How many messages of the build each account has finished: an approval is its account's alone. */
  const done = new Map<string, number>()
  return {
    id,
    name,
    icon,
    accounts: () => connectAccounts(provider),
    onAccountChange(tell) {
      provider.on?.('accountsChanged', tell)
      return () => provider.removeListener?.('accountsChanged', tell)
    },
    async send(account, build, { tell, checkOpen, ask }) {
      if (build.type !== 'evm') throw new Error('this build is for another family of chains')
      // While a block, the server or the person was waited for, the request may have been closed, and the wallet taken to another chain,
      // where the same call is not this request's.
      const ready = async () => {
        do await checkOpen()
        while (await switchChain(provider, chain))
      }
      await switchChain(provider, chain)
      const before = done.get(account) ?? 0
      const steps = await stepsDue({ provider, from: account, msgs: build.msgs, done: before })
      const index = steps[0]?.index ?? before
      done.set(account, index) // what is allowed already can be taken back as well
      if (steps.length > 1 && before === 0) {
        tell({ index, state: 'asking' })
        const { sendBatch } = await loadPart(() => import('./call-batches.ts'))
        const msgs = steps.map(({ message }) => message)
        await ready()
        const batch = await ask(() => sendBatch(provider, { account, chain, msgs }))
        if (batch !== undefined) return { batch }
      }
      const hash = await sendMessages({
        provider,
        from: account,
        steps,
        tell(state) {
          if (state.state === 'done') done.set(account, state.index + 1)
          tell(state)
        },
        ask,
        ready,
        waitFor,
      })
      return { hash, ended: waitFor(hash, FOLLOWED_MS) }
    },
    async takeBack(account, build) {
      if (build.type !== 'evm') throw new Error('this build is for another family of chains')
      const ready = async () => void (await switchChain(provider, chain)) // it can be taken back whatever became of its request
      const steps = build.msgs
        .slice(0, done.get(account) ?? 0)
        .map((message, index) => ({ index, message: revocationOf(message) }))
      const page = { tell() {}, ask: <Answer>(send: () => Promise<Answer>) => send() } // done twice, it does no harm
      const hash = await sendMessages({ provider, from: account, steps, ...page, ready, waitFor })
      checkApproval(hash, await waitFor(hash))
      done.delete(account)
    },
    signText: async (account, text) => ({
      signature: await signEvmText(provider, account, text),
    }),
  }
}
