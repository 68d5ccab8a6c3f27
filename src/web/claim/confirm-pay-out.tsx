import { useState } from 'preact/hooks'

import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { Problem } from '../parts/api-client.ts'
import { FactsView } from '../parts/facts-view.tsx'
import { ProblemView } from '../parts/problem-view.tsx'
import { showAmount } from '../parts/show-amount.ts'
import { payoutFee, type PayOut, type WaitingItem } from './waiting-items.ts'

const PIN_LENGTH = 6

type Props = {
  payOut: PayOut
  isBusy: boolean
  problem: Problem | undefined
  /** `otp` is the sender's PIN, where the item asks for it. */
  onConfirm: (recipient: CrossChainUser, otp: string | undefined) => void
}

/** Shows exactly what will be paid, and where, above the button that does it. */
export function ConfirmPayOut({ payOut, isBusy, problem, onConfirm }: Props) {
  const { items, left, destination, address, release } = payOut
  const [pin, setPin] = useState('')
  const [first] = items
  const asking = items.length === 1 && first?.item.otp_required === true ? first.view : undefined
  const sums = items.map(show)
  const facts = [
    ...items.flatMap(({ item, view }, index) => {
      const fee = release ? payoutFee(item, destination.chain_uid) : 0n
      const show = (amount: bigint) =>
        showAmount({ token: item.token, amount: `${amount}` }, view.tokens)
      return [
        { label: index === 0 ? 'Pays' : 'And', value: <strong>{sums[index]}</strong> },
        ...(fee === 0n
          ? []
          : [
              { label: 'Payout fee', value: `${show(fee)}, which the hub keeps` },
              { label: 'Arrives', value: <strong>{show(BigInt(item.amount) - fee)}</strong> },
            ]),
      ]
    }),
    ...(release ? [{ label: 'On', value: destination.name }] : []),
    {
      label: release ? 'To' : 'Kept by your passkey at',
      value: <span class="mono">{address}</span>,
    },
  ]
  return (
    <>
      <h3>Is this right?</h3>
      <FactsView facts={facts} />
      <p class="soft">
        It cannot be taken back.{release && ' Compare the address with the one in your wallet.'}
      </p>
      {left.length > 0 && (
        <p class="soft">
          {left.map(show).join(', ')} {left.length === 1 ? 'stays' : 'stay'} here for you to claim
          on another chain, or with its sender's PIN.
        </p>
      )}
      {asking && (
        <p class="field">
          <label for="pin">
            The PIN of {asking.sender_name} ({PIN_LENGTH} characters). For this much, ask them for
            it.
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
      <button
        type="button"
        class="button primary wide"
        disabled={isBusy || (asking !== undefined && pin.length !== PIN_LENGTH)}
        onClick={() =>
          onConfirm({ chain_uid: destination.chain_uid, address }, asking ? pin : undefined)
        }
      >
        {isBusy
          ? 'One moment…'
          : items.length === 1
            ? `Pay out ${sums[0]}`
            : `Pay out all ${items.length}`}
      </button>
    </>
  )
}

const show = ({ view, item }: WaitingItem) => showAmount(item, view.tokens)
