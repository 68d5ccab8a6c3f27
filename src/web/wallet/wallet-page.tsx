import { useState } from 'preact/hooks'

import type { WalletLinkView } from '../../calls/wallet-calls.ts'
import { problemOf, vouch, type Problem } from '../parts/api-client.ts'
import { FactsView } from '../parts/facts-view.tsx'
import { OnlyPanel, PageFrame } from '../parts/page-frame.tsx'
import { PhoneLink } from '../parts/phone-link.tsx'
import { ProblemView } from '../parts/problem-view.tsx'
import { usePolling } from '../parts/use-polling.ts'
import { OpenLink } from './open-link.tsx'

const PAUSE_MS = 5000

/** The page of `/wallet link`: one wallet signs that it belongs to a chat account. */
export function WalletPage({ id }: { id: string }) {
  const [view, setView] = useState<WalletLinkView>()
  const [problem, setProblem] = useState<Problem>()

  usePolling(
    async () => {
      try {
        setView(await vouch.getWalletLink(id))
        setProblem(undefined)
      } catch (error) {
        setProblem(problemOf(error))
      }
    },
    { pauseMs: PAUSE_MS, isActive: view === undefined || view.status === 'open', key: id },
  )

  if (!view) {
    return problem ? (
      <OnlyPanel title="This link cannot be used">
        <ProblemView problem={problem} />
      </OnlyPanel>
    ) : (
      <OnlyPanel title="One moment…">
        <p class="soft">Fetching the link.</p>
      </OnlyPanel>
    )
  }
  if (view.status === 'expired')
    return (
      <OnlyPanel title="This link has expired">
        <p>Nothing was linked. Ask for a new one in the chat with /wallet link.</p>
      </OnlyPanel>
    )
  if (view.status === 'linked')
    return (
      <OnlyPanel title="Your wallet is linked">
        <FactsView
          facts={[
            { label: 'Account', value: view.account },
            {
              label: 'Wallet',
              value: <span class="mono">{view.linked?.address ?? 'unlinked again'}</span>,
            },
          ]}
        />
        <p class="soft">You can close this page. The chat has the rest: /wallet, /balance, /tip.</p>
      </OnlyPanel>
    )
  const url = `${location.origin}/wallet/${id}`
  return (
    <PageFrame>
      <section class="panel">
        <h1>Link a wallet</h1>
        <FactsView
          facts={[
            { label: 'To the account', value: <strong>{view.account}</strong> },
            { label: 'Until', value: new Date(view.expires_at).toLocaleTimeString() },
          ]}
        />
        <p class="soft">
          Only go on if this is your own account. You sign a text, not a transaction: nothing moves,
          and nothing is allowed to move.
        </p>
      </section>
      {problem && <ProblemView problem={problem} />}
      <OpenLink view={view} url={url} onView={setView} />
      <PhoneLink url={url} />
    </PageFrame>
  )
}
