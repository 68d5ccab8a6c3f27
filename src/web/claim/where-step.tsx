import { useState } from 'preact/hooks'
import { fromBech32 } from '@cosmjs/encoding'
import { isAddress } from 'viem'

import type { Destination } from '../../calls/claim-calls.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { Problem } from '../parts/api-client.ts'
import { getCosmosChain } from '../parts/wallets/cosmos-chain.ts'
import { connectCosmos } from '../parts/wallets/cosmos-wallet.ts'
import { connectAccounts } from '../parts/wallets/evm-wallet.ts'
import { useAttempt } from '../parts/use-attempt.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { showAbout, showAmount } from '../parts/show-amount.ts'
import { useWords, type Spoken } from '../parts/spoken.tsx'
import { isPhone } from '../parts/phone-link.tsx'
import { OpenInApp } from '../parts/wallets/open-in-app.tsx'
import { useCosmosWallets, useWallets, WalletButtons } from '../parts/wallets/wallet-buttons.tsx'
import { describeWalletError } from '../parts/wallets/wallet-problem.ts'
import { ConfirmPayOut } from './confirm-pay-out.tsx'
import { isKeepable, KeepHere } from './keep-here.tsx'
import { payableTogether, type PayOut, type WaitingItem } from './waiting-items.ts'

type Props = {
  wordsFromUsd: string
  /** Whether what an account of a passkey keeps could be passed on from there. */
  isGasless: boolean
  destinations: readonly Destination[]
  items: readonly WaitingItem[]
  /** What is being paid out to an address, or could not be. */
  draft: PayOut | undefined
  /** This page's whole link. */
  url: string
  isBusy: boolean
  problem: Problem | undefined
  /** Something else is chosen than what the problem was with. */
  onChange: () => void
  /** Returns whether all of it is on its way. */
  onConfirm: (
    payOut: PayOut,
    recipient: CrossChainUser,
    otp: string | undefined,
  ) => Promise<boolean>
}

const ALL = 'all'

/**
 * What, on which chain, to which address, and under a complete address what will be paid, with the button for it. Only chains
 * where something of it really exists are offered.
 */
export function WhereStep(props: Props) {
  const { wordsFromUsd, isGasless, destinations, items, draft, url, isBusy, problem } = props
  const { onChange, onConfirm } = props
  const { claimSteps } = useWords()
  const [picked, setPicked] = useState(
    draft?.items.length === 1 && draft.left.length === 0 ? idOf(draft.items[0]) : ALL,
  )
  const [chainUid, setChainUid] = useState(draft?.destination.chain_uid)
  const [address, setAddress] = useState(draft?.address ?? '')
  const [wrong, setWrong] = useState<AddressProblem>()

  const choice = items.some((each) => idOf(each) === picked) ? picked : ALL
  const chosen = choice === ALL ? items : items.filter((each) => idOf(each) === choice)
  const homes = destinations
    .filter((home) => payableTogether(chosen, home).length > 0)
    .toSorted(
      (left, right) => payableTogether(chosen, right).length - payableTogether(chosen, left).length,
    )
  // Once there is an address, its chain changes only by the person's own hand, whatever the server offers meanwhile.
  const destination =
    chainUid === undefined ? homes[0] : homes.find(({ chain_uid }) => chain_uid === chainUid)
  const payOut = isBusy && draft ? draft : destination && payOutTo(destination, address, chosen)
  const canBeKept = isGasless && isKeepable(chosen, destinations)
  const takeAddress = (taken: string) => {
    setAddress(taken)
    setChainUid(destination?.chain_uid)
    setWrong(undefined)
    onChange()
  }

  return (
    <section class="panel">
      <h2>{claimSteps.where}</h2>
      {problem && !payOut && <ProblemView problem={problem} />}
      {items.length > 1 && (
        <Choices
          items={items}
          choice={choice}
          choose={(id) => {
            setPicked(id)
            onChange()
          }}
        />
      )}
      {canBeKept && (
        <>
          <KeepHere wordsFromUsd={wordsFromUsd} items={chosen} isBusy={isBusy} url={url} />
          <h3>{claimSteps.orAddress}</h3>
        </>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (destination) setWrong(addressProblem(destination.family, address))
        }}
      >
        {homes.length === 0 ? (
          <p>{nowhere(claimSteps, chosen)}</p>
        ) : (
          <Chains
            homes={homes}
            destination={destination}
            choose={(uid) => {
              setChainUid(uid)
              setWrong(undefined)
              onChange()
            }}
          />
        )}
        {homes.length > 0 && !destination && <p role="status">{claimSteps.otherChain}</p>}
        {destination && (
          <>
            <p class="field">
              <label for="address">{claimSteps.addressOn(destination.name)}</label>
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
                onInput={(event) => takeAddress(event.currentTarget.value.trim())}
              />
            </p>
            {wrong !== undefined && (
              <div class="notice error" role="alert" id="address-wrong">
                <p>{claimSteps.address[wrong]}</p>
              </div>
            )}
            <p class="soft small">
              {claimSteps.anApp(
                destination.family === 'evm' ? 'MetaMask' : 'Keplr',
                destination.name,
              )}
            </p>
            <div class="stack">
              <OwnAddress destination={destination} url={url} take={takeAddress} />
              {!payOut && (
                <button class="button primary wide" disabled={isBusy}>
                  {claimSteps.continue}
                </button>
              )}
            </div>
          </>
        )}
      </form>
      <div aria-live="polite">
        {payOut && (
          <ConfirmPayOut
            key={idOf(payOut.items[0])}
            payOut={payOut}
            isBusy={isBusy}
            problem={problem}
            onConfirm={(recipient, otp) =>
              // What is left is paid to an address of its own: a second press must not send it after this.
              void onConfirm(payOut, recipient, otp).then((isPaid) => isPaid && setAddress(''))
            }
          />
        )}
      </div>
    </section>
  )
}

/** What is paid out there at once, or `undefined` while the address is not one of that chain. */
function payOutTo(
  destination: Destination,
  address: string,
  chosen: readonly WaitingItem[],
): PayOut | undefined {
  if (addressProblem(destination.family, address) !== undefined) return undefined
  const items = payableTogether(chosen, destination)
  const left = chosen.filter((each) => !items.includes(each))
  return { items, left, destination, address, release: true }
}

/** Numbers of claims are unique on the hub, whoever they are for. */
const idOf = (waiting: WaitingItem | undefined) => waiting?.item.claim_id ?? ALL

/** Why nothing of it can be paid out at once. */
function nowhere(
  { eachNeedsPin, nowhere: noChain }: Spoken['claimSteps'],
  chosen: readonly WaitingItem[],
): string {
  return chosen.some(({ item }) => item.otp_required) && chosen.length > 1
    ? eachNeedsPin
    : noChain(chosen.map(({ item }) => item.token.toUpperCase()).join(', '))
}

type ChoiceProps = {
  items: readonly WaitingItem[]
  choice: string
  choose: (choice: string) => void
}

function Choices({ items, choice, choose }: ChoiceProps) {
  const words = useWords()
  const { claimSteps } = words
  const choices = [
    { id: ALL, label: claimSteps.everything(items.length), title: undefined },
    ...items.map((each) => ({
      id: idOf(each),
      label: claimSteps.sumFrom(
        showAbout(words, each.item, each.view.tokens),
        each.view.sender_name,
      ),
      title: showAmount(words, each.item, each.view.tokens),
    })),
  ]
  return (
    <fieldset>
      <legend>{claimSteps.which}</legend>
      <div class="choices">
        {choices.map(({ id, label, title }) => (
          <label key={id} class="choice" title={title}>
            <input type="radio" name="item" checked={choice === id} onChange={() => choose(id)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Chains({
  homes,
  destination,
  choose,
}: {
  homes: readonly Destination[]
  destination: Destination | undefined
  choose: (chainUid: string) => void
}) {
  const { claimSteps } = useWords()
  return (
    <fieldset>
      <legend>{claimSteps.chain}</legend>
      <div class="choices">
        {homes.map((candidate) => (
          <label key={candidate.chain_uid} class="choice">
            <input
              type="radio"
              name="chain"
              checked={candidate === destination}
              onChange={() => choose(candidate.chain_uid)}
            />
            {candidate.name}
            <span class="soft small">{candidate.family === 'evm' ? 'EVM' : 'CosmWasm'}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Fills in the address of a wallet in this browser. */
function OwnAddress({
  destination,
  url,
  take,
}: {
  destination: Destination
  /** This page's whole link. */
  url: string
  take: (address: string) => void
}) {
  const words = useWords()
  const { claimSteps, walletProblems } = words
  const evm = useWallets()
  const cosmos = useCosmosWallets()
  const { problem, attempt } = useAttempt()
  const { chain_uid, name: chainName, family } = destination

  const ask = (walletName: string, read: () => Promise<string | undefined>) =>
    attempt(
      async () => {
        const address = await read()
        if (address !== undefined) take(address)
      },
      (error) =>
        describeWalletError(error, words, {
          walletName,
          chainName,
          currency: walletProblems.funds,
        }),
    )
  const label = ({ name }: { name: string }) => claimSteps.useAddress(name)
  const looks = { isBusy: false, isPrimary: false, label }
  return (
    <>
      {problem && <ProblemView problem={problem} />}
      {family === 'evm' ? (
        <WalletButtons
          {...looks}
          wallets={evm ?? []}
          choose={({ name, provider }) =>
            void ask(name, async () => (await connectAccounts(provider))[0])
          }
        />
      ) : (
        <WalletButtons
          {...looks}
          wallets={cosmos ?? []}
          choose={(wallet) =>
            void ask(wallet.name, async () => {
              const { address } = await connectCosmos(wallet, await getCosmosChain(chain_uid))
              return address
            })
          }
        />
      )}
      {isPhone() && (family === 'evm' ? evm : cosmos)?.length === 0 && (
        <details>
          <summary>{claimSteps.appAddress}</summary>
          <div class="stack">
            <OpenInApp url={url} family={family} isSecret what={chainName} />
          </div>
        </details>
      )}
    </>
  )
}

/** Characters that BIP 173 allows; given because the library has no usable default. */
const BECH32_LIMIT = 90

/** What may be wrong with an address, by the name of its text. */
type AddressProblem = keyof Spoken['claimSteps']['address']

/** What is wrong with an address for a family of chains, or `undefined`. The server checks it again, with the chain's own prefix. */
export function addressProblem(
  family: 'evm' | 'cosmwasm',
  text: string,
): AddressProblem | undefined {
  if (text === '') return 'missing'
  if (family === 'evm') {
    if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return 'evm'
    const digits = text.slice(2)
    const isMixedCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
    return isMixedCase && !isAddress(text, { strict: true }) ? 'mistyped' : undefined
  }
  if (/^0x/i.test(text)) return 'otherKind'
  try {
    fromBech32(text, BECH32_LIMIT)
    return undefined
  } catch {
    return 'cosmos'
  }
}
