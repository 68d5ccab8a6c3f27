import { useState } from 'preact/hooks'

import type { CrossChainUser } from '../../core/shapes.ts'
import type { ClaimItem, ClaimView, Destination } from '../../core/claim-calls.ts'
import type { Problem } from '../api-client.ts'
import { connectAccounts } from '../evm-wallet.ts'
import { FactsView } from '../facts-view.tsx'
import { ProblemView } from '../problem-view.tsx'
import { showAmount } from '../show-amount.ts'
import { useWallets, WalletButtons } from '../wallet-buttons.tsx'
import { describeWalletError } from '../wallet-problem.ts'
import { addressProblem } from './check-address.ts'

const PIN_LENGTH = 6

/** Where a claim is to be paid out, before it is confirmed. */
export type PayOut = { item: ClaimItem; destination: Destination; address: string }

type WhereProps = {
  view: ClaimView
  items: readonly ClaimItem[]
  draft: PayOut | undefined
  onChosen: (payOut: PayOut) => void
}

/** Which item, which chain, which address. Only chains where the token really exists are offered. */
export function WhereStep({ view, items, draft, onChosen }: WhereProps) {
  const [itemId, setItemId] = useState(draft?.item.claim_id)
  const [chainUid, setChainUid] = useState(draft?.destination.chain_uid)
  const [address, setAddress] = useState(draft?.address ?? '')
  const [wrong, setWrong] = useState<string>()
  const [walletProblem, setWalletProblem] = useState<Problem>()
  const wallets = useWallets()

  const item = items.find(({ claim_id }) => claim_id === itemId) ?? items[0]
  if (!item) return null
  const destinations = view.destinations.filter(({ tokens }) => tokens.includes(item.token))
  const destination =
    destinations.find(({ chain_uid }) => chain_uid === chainUid) ?? destinations[0]

  return (
    <section class="panel">
      <h2>2. Where should it go?</h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!destination) return
          const found = addressProblem(destination.family, address)
          setWrong(found)
          if (found === undefined) onChosen({ item, destination, address })
        }}
      >
        {items.length > 1 && (
          <fieldset>
            <legend>Which one first?</legend>
            <div class="choices">
              {items.map((candidate) => (
                <label key={candidate.claim_id} class="choice">
                  <input
                    type="radio"
                    name="item"
                    checked={candidate === item}
                    onChange={() => setItemId(candidate.claim_id)}
                  />
                  {showAmount(candidate, view.tokens)}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        {destinations.length === 0 && (
          <p>
            No chain of this network can pay out {item.token.toUpperCase()} right now. It stays here
            for you.
          </p>
        )}
        {destination && (
          <>
            <fieldset>
              <legend>Chain</legend>
              <div class="choices">
                {destinations.map((candidate) => (
                  <label key={candidate.chain_uid} class="choice">
                    <input
                      type="radio"
                      name="chain"
                      checked={candidate === destination}
                      onChange={() => setChainUid(candidate.chain_uid)}
                    />
                    {candidate.name}
                    <span class="soft small">
                      {candidate.family === 'evm' ? 'EVM' : 'CosmWasm'}
                    </span>
                  </label>
                ))}
              </div>
            </fieldset>
            <p class="field">
              <label for="address">Your address on {destination.name}</label>
              <input
                id="address"
                class="mono"
                autocomplete="off"
                autocapitalize="none"
                spellcheck={false}
                placeholder={destination.family === 'evm' ? '0x…' : ''}
                aria-invalid={wrong !== undefined}
                aria-describedby={wrong === undefined ? undefined : 'address-wrong'}
                value={address}
                onInput={(event) => {
                  setAddress(event.currentTarget.value.trim())
                  setWrong(undefined)
                }}
              />
            </p>
            {wrong !== undefined && (
              <div class="notice error" role="alert" id="address-wrong">
                <p>{wrong}</p>
              </div>
            )}
            {walletProblem && <ProblemView problem={walletProblem} />}
            <div class="stack">
              {destination.family === 'evm' && (
                <WalletButtons
                  wallets={wallets ?? []}
                  isBusy={false}
                  isPrimary={false}
                  label={(name) => `Use my ${name} address`}
                  choose={(wallet) => {
                    setWalletProblem(undefined)
                    void connectAccounts(wallet.provider).then(
                      ([account]) => account !== undefined && setAddress(account),
                      (error: unknown) =>
                        setWalletProblem(
                          describeWalletError(error, {
                            walletName: wallet.name,
                            chainName: destination.name,
                            currency: 'funds',
                          }),
                        ),
                    )
                  }}
                />
              )}
              <button class="button primary wide">Continue</button>
            </div>
          </>
        )}
      </form>
    </section>
  )
}

type ConfirmProps = {
  view: ClaimView
  payOut: PayOut
  isBusy: boolean
  problem: Problem | undefined
  onBack: () => void
  /** `otp` is the sender's PIN, where the item asks for it. */
  onConfirm: (recipient: CrossChainUser, otp: string | undefined) => void
}

/** Exactly what will be paid, and where: the last look before it happens. */
export function ConfirmStep({ view, payOut, isBusy, problem, onBack, onConfirm }: ConfirmProps) {
  const { item, destination, address } = payOut
  const [pin, setPin] = useState('')
  const needsPin = item.otp_required
  const facts = [
    { label: 'Pays', value: <strong>{showAmount(item, view.tokens)}</strong> },
    { label: 'On', value: destination.name },
    { label: 'To', value: <span class="mono">{address}</span> },
  ]
  return (
    <section class="panel">
      <h2>3. Is this right?</h2>
      <FactsView facts={facts} />
      <p class="soft">It cannot be taken back. Compare the address with the one in your wallet.</p>
      {needsPin && (
        <p class="field">
          <label for="pin">
            The PIN of {view.sender_name} ({PIN_LENGTH} characters). For this much, ask them for it.
          </label>
          <input
            id="pin"
            class="code"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            value={pin}
            onInput={(event) => setPin(event.currentTarget.value.trim())}
          />
        </p>
      )}
      {problem && <ProblemView problem={problem} />}
      <div class="stack">
        <button
          type="button"
          class="button primary wide"
          disabled={isBusy || (needsPin && pin.length !== PIN_LENGTH)}
          onClick={() =>
            onConfirm({ chain_uid: destination.chain_uid, address }, needsPin ? pin : undefined)
          }
        >
          {isBusy ? 'One moment…' : `Pay out ${showAmount(item, view.tokens)}`}
        </button>
        <button type="button" class="button wide" disabled={isBusy} onClick={onBack}>
          Change it
        </button>
      </div>
    </section>
  )
}
