import { useEffect, useRef, useState } from 'preact/hooks'

import { VouchError } from '../../client/vouch-error.ts'
import type { SignView } from '../../core/sign-calls.ts'
import { vouch, problemOf, type Problem } from '../api-client.ts'
import { connectAccounts, switchChain, type EvmWallet } from '../evm-wallet.ts'
import { describeWalletError } from '../wallet-problem.ts'
import { shorten } from '../show-amount.ts'
import {
  ApprovalFailedError,
  ApprovalPendingError,
  sendMessages,
  type SendingState,
} from './send-messages.ts'

export type Connected = { wallet: EvmWallet; account: string }

type Signing = {
  connected: Connected | undefined
  isBusy: boolean
  sending: SendingState | undefined
  problem: Problem | undefined
  connect(wallet: EvmWallet): Promise<void>
  sign(): Promise<void>
}

/**
 * Signing with a browser wallet: connect it, have the payload built for its account, then sign and send message by message.
 * `onSent` gets the operation's hash. A try that stopped half-way goes on after the messages that are done.
 */
export function useWalletSigning(
  view: SignView,
  onView: (view: SignView) => void,
  onSent: (hash: string) => void,
): Signing {
  const [connected, setConnected] = useState<Connected>()
  const [isBusy, setBusy] = useState(false)
  const [sending, setSending] = useState<SendingState>()
  const [problem, setProblem] = useState<Problem>()
  const done = useRef(0)

  useEffect(() => {
    const provider = connected?.wallet.provider
    if (!provider?.on) return undefined
    // Another account needs another look by the person: they connect again, and nothing is signed meanwhile.
    const hear = (accounts: unknown) => {
      if (
        Array.isArray(accounts) &&
        !accounts.some((account) => String(account).toLowerCase() === connected?.account)
      )
        setConnected(undefined)
    }
    provider.on('accountsChanged', hear)
    return () => provider.removeListener?.('accountsChanged', hear)
  }, [connected])

  async function attempt(walletName: string, work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(explain(error, walletName, view))
    } finally {
      setBusy(false)
    }
  }

  return {
    connected,
    isBusy,
    sending,
    problem,
    connect: (wallet) =>
      attempt(wallet.name, async () => {
        const accounts = await connectAccounts(wallet.provider)
        const account =
          view.sender_address === null
            ? accounts[0]
            : accounts.find((candidate) => candidate === view.sender_address?.toLowerCase())
        if (account === undefined) throw new VouchError(wrongAccount(view, accounts[0]))
        if (!view.build || view.sender_address === null)
          onView(await vouch.prepareSignRequest(view.id, account))
        setConnected({ wallet, account })
      }),
    sign: () =>
      attempt(connected?.wallet.name ?? 'Your wallet', async () => {
        if (!connected || view.build?.type !== 'evm') return
        const { provider } = connected.wallet
        await switchChain(provider, view.chain)
        const tell = (state: SendingState) => {
          if (state.state === 'done') done.current = state.index + 1
          setSending(state)
        }
        const hash = await sendMessages({
          provider,
          from: connected.account,
          msgs: view.build.msgs,
          done: done.current,
          tell,
          sleep,
        })
        onSent(hash)
      }),
  }
}

const sleep = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms))

function wrongAccount(
  { sender_address }: SignView,
  shown: string | undefined,
): Problem & { code: string } {
  if (shown === undefined)
    return {
      code: 'NO_ACCOUNT',
      message: 'Your wallet shows no account to this page.',
      fix: 'Unlock it, allow an account, and try again.',
    }
  return {
    code: 'WRONG_ACCOUNT',
    message: `Your wallet is on the account ${shorten(shown)}, but this request is for ${shorten(sender_address ?? '')}.`,
    fix: 'Switch to that account in your wallet and try again.',
  }
}

function explain(error: unknown, walletName: string, { chain }: SignView): Problem {
  if (error instanceof VouchError) return problemOf(error)
  if (error instanceof ApprovalFailedError)
    return {
      message: 'The chain refused the approval, so nothing was sent.',
      fix: 'Try again; your wallet asks you to allow it once more.',
    }
  if (error instanceof ApprovalPendingError)
    return {
      message: 'The approval is still in no block.',
      fix: 'Look into your wallet, perhaps speed it up there, then try again.',
    }
  return describeWalletError(error, {
    walletName,
    chainName: chain.name,
    currency: chain.native_currency?.symbol ?? 'native currency',
  })
}
