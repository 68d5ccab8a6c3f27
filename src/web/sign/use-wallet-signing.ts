import { useEffect, useRef, useState } from 'preact/hooks'

import { isSameInAnyCase } from '../../core/terms/is-same-in-any-case.ts'
import { VouchError } from '../../client/call.ts'
import type { SignView } from '../../calls/sign-calls.ts'
import { vouch, type Problem } from '../parts/api-client.ts'
import { tabStorage } from '../parts/page-storage.ts'
import { useAttempt } from '../parts/use-attempt.ts'
import { useWords, type Spoken } from '../parts/spoken.tsx'
import { describeWalletError, isUnsent } from '../parts/wallets/wallet-problem.ts'
import { shorten } from '../parts/show-amount.ts'
import {
  ApprovalCancelledError,
  ApprovalFailedError,
  ApprovalPendingError,
} from './send-messages.ts'
import {
  RequestClosedError,
  type SendingState,
  type Sent,
  type SignedText,
  type SigningWallet,
} from './signing-wallet.ts'

type Connected = { wallet: SigningWallet; account: string }

type Signing = {
  connected: Connected | undefined
  isBusy: boolean
  sending: SendingState | undefined
  problem: Problem | undefined
  /** Forgets how far the last try came and what went wrong with it: something else is to be signed. The wallet stays connected. */
  forget(): void
  connect(wallet: SigningWallet): Promise<boolean>
  sign(): Promise<boolean>
  /** Set where approvals were made and the operation after them was not: takes those back. */
  takeBack: (() => Promise<boolean>) | undefined
  /** The approvals of an earlier try were taken back. */
  hasTakenBack: boolean
  /** The page was closed or left while a wallet was asked to send this: it may have sent it, and no chain shows that yet. */
  wasAsked: boolean
  /** Signs a text, which was made and shown before any wallet was connected: one press does it all. */
  signText(wallet: SigningWallet): Promise<boolean>
  /** Hands in a text that was signed already. */
  handIn(signed: SignedText): Promise<boolean>
}

/** Signing with a browser wallet: connect it, have the payload built for its account, then sign and send it. */
export function useWalletSigning(
  view: SignView,
  onPrepared: (view: SignView | undefined) => void,
  onSent: (sent: Sent) => void,
  onView: (view: SignView) => void,
): Signing {
  const words = useWords()
  const [connected, setConnected] = useState<Connected>()
  const latest = useRef(connected)
  latest.current = connected
  const [sending, setSending] = useState<SendingState>()
  const [hasTakenBack, setTakenBack] = useState(false)
  const [wasAsked] = useState(() => keptAsked.has(view.id))
  const { isBusy, problem, attempt, forget } = useAttempt()
  const isHalfWay = sending !== undefined && sending.index > 0 && sending.state !== 'done'

  // Another account needs another look by the person: they connect again, and nothing is signed meanwhile.
  useEffect(
    () =>
      connected?.wallet.onAccountChange(() => {
        setConnected(undefined)
        setSending(undefined)
        onPrepared(undefined)
      }),
    [connected],
  )

  /**
   * Asked before the wallet is: another tab or device may have had it signed since the page last looked, and a transaction would move it a second time. Where the server
   * cannot tell, the wallet is not asked.
   */
  const isStillOpen = async () => {
    const found = await vouch.getSignRequest(view.id)
    if (found.status !== 'open') onView(found)
    return found.status === 'open'
  }
  const checkOpen = async () => {
    if (!(await isStillOpen()) || latest.current !== connected) throw new RequestClosedError()
  }
  /** What an earlier try has left unclear stays so, whatever becomes of this message, until the operation was sent. */
  const ask = async <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
    const isUnclear = keptAsked.has(view.id)
    const forgetThis = () => isUnclear || keptAsked.forget(view.id)
    keptAsked.keep(view.id)
    try {
      const answer = await send()
      forgetThis()
      return answer
    } catch (error) {
      if (isUnsent(error)) forgetThis()
      throw error
    }
  }
  const handIn = async (signed: SignedText) => {
    setSending({ index: 0, state: 'mining' })
    onView(await vouch.handInSigned(view.id, signed))
  }
  return {
    connected,
    isBusy,
    sending,
    problem,
    forget() {
      forget()
      setSending(undefined)
    },
    connect: (wallet) =>
      attempt(
        async () => {
          const account = await accountFor(words, wallet, view)
          if (!view.build || view.sender_address === null)
            onPrepared(await vouch.prepareSignRequest(view.id, account))
          setConnected({ wallet, account })
        },
        explain(words, wallet, view),
      ),
    signText: (wallet) =>
      attempt(
        async () => {
          if (view.build?.type !== 'meta' || !(await isStillOpen())) return
          const { text } = view.build.sign
          setSending({ index: 0, state: 'asking' })
          await handIn(await wallet.signText(await accountFor(words, wallet, view), text))
        },
        explain(words, wallet, view),
      ),
    handIn: (signed) => attempt(() => handIn(signed)),
    takeBack:
      isHalfWay && connected?.wallet.takeBack
        ? () =>
            attempt(
              async () => {
                if (!view.build || view.build.type === 'meta') return
                await connected.wallet.takeBack?.(connected.account, view.build)
                setSending(undefined)
                setTakenBack(true)
              },
              explain(words, connected.wallet, view),
            )
        : undefined,
    hasTakenBack,
    wasAsked,
    sign: () => {
      let hasApproved = false
      const tell = (state: SendingState) => {
        hasApproved = state.index > 0 || state.revocation === 'done'
        setSending(state)
      }
      return attempt(
        async () => {
          setTakenBack(false)
          if (!connected || !view.build) return
          if (view.build.type === 'meta' || !(await isStillOpen())) return
          const { wallet, account } = connected
          try {
            onSent(await wallet.send(account, view.build, { tell, checkOpen, ask }))
            keptAsked.forget(view.id)
          } catch (error) {
            if (!(error instanceof RequestClosedError)) throw error // the page says already what became of it
          }
        },
        (error) => explain(words, connected?.wallet, view, hasApproved)(error),
      )
    },
  }
}

const key = (signId: string) => `vouch:asked:${signId}`

/**
 * That a wallet has not said whether it has sent what it was asked to, so that whoever comes back to the page looks there before they sign a second time: phones end
 * pages behind a wallet, and a wallet or its node may fail once it has sent.
 */
const keptAsked = {
  has: (signId: string): boolean => tabStorage.getItem(key(signId)) !== null,
  keep: (signId: string): void => tabStorage.setItem(key(signId), ''),
  forget: (signId: string): void => tabStorage.removeItem(key(signId)),
}

/** The wallet's account that has to sign. */
async function accountFor(words: Spoken, wallet: SigningWallet, view: SignView): Promise<string> {
  const { sender_address } = view
  const accounts = await wallet.accounts()
  const account =
    sender_address === null
      ? accounts[0]
      : accounts.find((candidate) => isSameInAnyCase(candidate, sender_address))
  if (account === undefined) throw new VouchError(wrongAccount(words, view, accounts[0]))
  return account
}

function wrongAccount(
  { wallets, walletProblems }: Spoken,
  { sender_address }: SignView,
  shown: string | undefined,
): Problem & { code: string } {
  if (shown === undefined)
    return {
      code: 'NO_ACCOUNT',
      message: wallets.noAccount(wallets.yours),
      fix: wallets.unlock,
    }
  return {
    code: 'WRONG_ACCOUNT',
    message: walletProblems.wrongAccount(shorten(shown), shorten(sender_address ?? '')),
    fix: walletProblems.switchAccount,
  }
}

const explain =
  (
    words: Spoken,
    wallet: SigningWallet | undefined,
    { chain, token }: SignView,
    hasApproved = false,
  ) =>
  (error: unknown): Problem => {
    const { wallets, walletProblems } = words
    const { name: walletName = wallets.yours } = wallet ?? {}
    if (error instanceof ApprovalFailedError)
      return {
        message: walletProblems.approvalRefused,
        fix: walletProblems.askedOnceMore,
      }
    if (error instanceof ApprovalPendingError)
      return {
        message: walletProblems.approvalWaits,
        fix: walletProblems.speedUp,
      }
    if (error instanceof ApprovalCancelledError)
      return {
        message: walletProblems.approvalCancelled(walletName),
        fix: walletProblems.askedOnceMore,
      }
    const symbol = token.token.toUpperCase()
    const feeCurrency = chain.native_currency?.symbol ?? walletProblems.ownCurrency
    return describeWalletError(error, words, {
      walletName,
      chainName: chain.name,
      currency: symbol === feeCurrency ? symbol : wallets.either(symbol, feeCurrency),
      hasApproved,
    })
  }
