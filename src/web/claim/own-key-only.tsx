import { useState } from 'preact/hooks'

import type { ClaimItem, ClaimView, DocumentAnswer } from '../../calls/claim-calls.ts'
import { vouch } from '../parts/api-client.ts'
import { useAttempt } from '../parts/use-attempt.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { useWords } from '../parts/spoken.tsx'

type Props = { view: ClaimView; items: readonly ClaimItem[]; secret: string }

/** For claims that are bound to a key of the recipient's own: what to sign, and where to send it. */
export function OwnKeyOnly({ view, items, secret }: Props) {
  const { claimSteps } = useWords()
  const [claimId, setClaimId] = useState(items[0]?.claim_id)
  const item = items.find(({ claim_id }) => claim_id === claimId) ?? items[0]
  const homes = view.destinations.filter(({ tokens }) => item && tokens.includes(item.token))
  const [chainUid, setChainUid] = useState<string>()
  const [address, setAddress] = useState('')
  const [answer, setAnswer] = useState<DocumentAnswer & { asked: string }>()
  const { problem, attempt } = useAttempt()
  const chosen = homes.find((home) => home.chain_uid === chainUid) ?? homes[0]
  const chain_uid = chosen?.chain_uid ?? ''
  const recipient = { chain_uid, address: address.trim() }
  const order = { recipient, ...(item && { claim_id: item.claim_id }) }
  // Whoever signs a document is paid where it says, for good: none stays beside anything else than it was asked for.
  const asked = JSON.stringify(order)

  const show = () =>
    attempt(async () => {
      setAnswer(undefined)
      setAnswer({ ...(await vouch.claimDocument(view.id, secret, order)), asked })
    })

  return (
    <section class="panel">
      <h2>{claimSteps.ownKey}</h2>
      <p>{claimSteps.boundToKey}</p>
      {problem && <ProblemView problem={problem} />}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void show()
        }}
      >
        {items.length > 1 && (
          <p class="field">
            <label for="own-item">{claimSteps.claim}</label>
            <select
              id="own-item"
              value={item?.claim_id}
              onChange={(event) => setClaimId(event.currentTarget.value)}
            >
              {items.map(({ claim_id }) => (
                <option key={claim_id} value={claim_id}>
                  {claimSteps.number(claim_id)}
                </option>
              ))}
            </select>
          </p>
        )}
        <p class="field">
          <label for="own-chain">{claimSteps.chain}</label>
          <select
            id="own-chain"
            value={chain_uid}
            onChange={(event) => setChainUid(event.currentTarget.value)}
          >
            {homes.map((home) => (
              <option key={home.chain_uid} value={home.chain_uid}>
                {home.name}
              </option>
            ))}
          </select>
        </p>
        <p class="field">
          <label for="own-address">{claimSteps.addressThere}</label>
          <input
            id="own-address"
            required
            spellcheck={false}
            autocomplete="off"
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value)}
          />
        </p>
        <button class="button primary wide">{claimSteps.showDocument}</button>
      </form>
      {answer?.asked === asked && <WhatToSign answer={answer} />}
    </section>
  )
}

function WhatToSign({ answer }: { answer: DocumentAnswer }) {
  const { claimSteps } = useWords()
  return (
    <>
      <p class="field">
        <label for="own-document">{claimSteps.signThis}</label>
        <textarea id="own-document" class="mono" readonly rows={8} value={answer.document} />
      </p>
      <p>
        {claimSteps.sendTo(answer.chain)} <span class="mono">{answer.contract}</span>
      </p>
      <p class="mono">
        {`{"claim_voucher": {"data": "${claimSteps.textAbove}", "signature": "<base64>"}}`}
      </p>
    </>
  )
}
