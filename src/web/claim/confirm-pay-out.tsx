import { useState } from 'preact/hooks'

import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { sentences } from '../../words/sentences.ts'
import type { Problem } from '../parts/api-client.ts'
import { FactsView } from '../parts/facts-view.tsx'
import { ProblemView } from '../parts/problem-view.tsx'
import { showAmount } from '../parts/show-amount.ts'
import { useWords } from '../parts/spoken.tsx'
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
  const words = useWords()
  const { claimSteps, page } = words
  const show = ({ view, item }: WaitingItem) => showAmount(words, item, view.tokens)
  const [pin, setPin] = useState('')
  const [first] = items
  const asking = items.length === 1 && first?.item.otp_required === true ? first.view : undefined
  const sums = items.map(show)
  const facts = [
    ...items.flatMap(({ item, view }, index) => {
      const fee = release ? payoutFee(item, destination.chain_uid) : 0n
      const showUnits = (amount: bigint) =>
        showAmount(words, { token: item.token, amount: `${amount}` }, view.tokens)
      return [
        {
          label: index === 0 ? claimSteps.pays : claimSteps.and,
          value: <strong>{sums[index]}</strong>,
        },
        ...(fee === 0n
          ? []
          : [
              { label: claimSteps.payoutFee, value: claimSteps.hubKeeps(showUnits(fee)) },
              {
                label: claimSteps.arrives,
                value: <strong>{showUnits(BigInt(item.amount) - fee)}</strong>,
              },
            ]),
      ]
    }),
    ...(release ? [{ label: claimSteps.on, value: destination.name }] : []),
    {
      label: release ? claimSteps.to : claimSteps.keptAt,
      value: <span class="mono">{address}</span>,
    },
  ]
  return (
    <>
      <h3>{claimSteps.right}</h3>
      <FactsView facts={facts} />
      <p class="soft">{sentences(words, claimSteps.final, release && claimSteps.compare)}</p>
      {left.length > 0 && (
        <p class="soft">{claimSteps.stays(left.map(show).join(', '), left.length)}</p>
      )}
      {asking && (
        <p class="field">
          <label for="pin">{claimSteps.pin(asking.sender_name, PIN_LENGTH)}</label>
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
          ? page.moment
          : items.length === 1
            ? claimSteps.payOut(sums[0] ?? '')
            : claimSteps.payOutAll(items.length)}
      </button>
    </>
  )
}
