import { useState } from 'preact/hooks'

import type { WalletLinkView } from '../../calls/wallet-calls.ts'
import { isForGood, problemOf, vouch, type Problem } from '../parts/api-client.ts'
import { placeOf } from '../../core/terms/identity.ts'
import { FactsView } from '../parts/facts-view.tsx'
import { OnlyPanel, PageFrame } from '../parts/page-frame.tsx'
import { KEY_PAGE } from '../parts/passkey/key-request.ts'
import { isOfRememberedPasskey } from '../parts/passkey/remembered-passkey.ts'
import { PhoneLink } from '../parts/phone-link.tsx'
import { ProblemView } from '../parts/problem-view.tsx'
import { showMoment } from '../parts/show-moment.ts'
import { useLanguageOf, useWords } from '../parts/spoken.tsx'
import { usePolling } from '../parts/use-polling.ts'
import { OpenLink } from './open-link.tsx'

const PAUSE_MS = 5000

/** The page of `/wallet link`: one wallet signs that it belongs to a chat account. */
export function WalletPage({ id }: { id: string }) {
  const { page, walletLink, naming, passkeys, locale } = useWords()
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
    {
      pauseMs: PAUSE_MS,
      isActive: (view === undefined || view.status === 'open') && !isForGood(problem),
      key: id,
    },
  )

  useLanguageOf(view?.language)

  if (!view) {
    return problem ? (
      <OnlyPanel title={walletLink.unusable}>
        <ProblemView problem={problem} />
      </OnlyPanel>
    ) : (
      <OnlyPanel title={page.moment}>
        <p class="soft">{walletLink.fetching}</p>
      </OnlyPanel>
    )
  }
  if (view.status === 'expired')
    return (
      <OnlyPanel title={walletLink.expired}>
        <p>{walletLink.askAnew}</p>
      </OnlyPanel>
    )
  const account = naming.elsewhere(view.owner.name, placeOf(view.owner.platform))
  if (view.status === 'linked')
    return (
      <OnlyPanel title={walletLink.linked}>
        <FactsView
          facts={[
            { label: walletLink.account, value: account },
            {
              label: walletLink.wallet,
              value: <span class="mono">{view.linked?.address ?? walletLink.unlinkedAgain}</span>,
            },
          ]}
        />
        {isOfRememberedPasskey(view.linked?.address ?? '') && (
          <>
            <p>{passkeys.lost}</p>
            <a class="button wide" href={KEY_PAGE}>
              {passkeys.wordsAndPasskeys}
            </a>
          </>
        )}
        <p class="soft">{walletLink.close}</p>
      </OnlyPanel>
    )
  const url = `${location.origin}/wallet/${id}`
  return (
    <PageFrame>
      <section class="panel">
        <h1>{walletLink.title}</h1>
        <FactsView
          facts={[
            { label: walletLink.toAccount, value: <strong>{account}</strong> },
            {
              label: walletLink.until,
              value: showMoment(locale, new Date(view.expires_at)),
            },
          ]}
        />
        <p class="soft">{walletLink.onlyOwn}</p>
      </section>
      {problem && <ProblemView problem={problem} />}
      <OpenLink view={view} url={url} onView={setView} />
      <PhoneLink url={url} />
    </PageFrame>
  )
}
