import { decodeFunctionData, erc20Abi, hexToString, isHex } from 'viem'

import { formatAmount } from '../../core/amounts.ts'
import { factoryAbi } from '../../core/payloads/factory-abi.ts'
import type { CosmWasmMessage, EvmBuild, EvmMessage } from '../../core/shapes.ts'
import type { SignView } from '../../core/sign-calls.ts'

/** One thing that a message does. `isAsAsked` compares it with the request; absent where there is nothing to compare with. */
export type Fact = { label: string; value: string; isAsAsked?: boolean }
/** A message in words, read from its own bytes. `short` names it in a list of steps; `raw` is the bytes themselves. */
export type MessageWords = {
  title: string
  short: string
  facts: Fact[]
  raw: string
  isAsAsked: boolean
}

type Asked = Pick<
  SignView,
  | 'operation'
  | 'token'
  | 'amount'
  | 'receive'
  | 'recipient'
  | 'sender_address'
  | 'chain'
  | 'claimer_contract'
  | 'build'
>

/**
 * Says what each message of a build does, from its bytes alone, beside what was asked for. Pure.
 * A message that cannot be read, or does anything else than what was asked, is not `isAsAsked` and must not be signed.
 */
export function describeBuild(asked: Asked): MessageWords[] {
  const { build } = asked
  if (!build) return []
  if (build.type === 'cosmwasm') return build.msgs.map(describeCosmWasm)
  return build.msgs.map((message, index) =>
    index === build.msgs.length - 1
      ? describeOperation(asked, build, message)
      : describeApproval(asked, message),
  )
}

function describeApproval(asked: Asked, message: EvmMessage): MessageWords {
  const call = decode(erc20Abi, message.data)
  if (call?.functionName !== 'approve') return unreadable(message)
  const [spender, amount] = call.args
  const facts: Fact[] = [
    { label: 'Allows', value: spender, isAsAsked: same(spender, asked.chain.factory) },
    { label: 'To take', value: show(asked, amount), isAsAsked: `${amount}` === asked.amount },
    { label: 'Of token', value: message.to },
    ...chainFacts(asked, message, 0n),
  ]
  return finish(`Allow Vouch's contract to take ${show(asked, amount)}`, 'Allow', facts, message)
}

function describeOperation(asked: Asked, build: EvmBuild, message: EvmMessage): MessageWords {
  const call = decode(factoryAbi, message.data)
  if (call?.functionName === 'depositToken' && asked.operation === 'deposit') {
    const [asset, amount, recipients, config] = call.args
    const isNative = asset.token_type.token_type === 'native'
    const facts: Fact[] = [
      {
        label: 'Takes',
        value: show(asked, amount),
        isAsAsked: `${amount}` === asked.amount && same(asset.token, asked.token.token),
      },
      ...recipientFacts(asked, build, recipients),
      ...timeoutFacts(config.timeout),
      contractFact(asked, message),
      ...chainFacts(asked, message, isNative ? amount : 0n),
    ]
    return finish(`Send ${show(asked, amount)} to ${asked.recipient}`, 'Send', facts, message)
  }
  if (call?.functionName === 'transferVoucher' && asked.operation === 'transferVoucher') {
    const [token, amount, from, recipients, config] = call.args
    const facts: Fact[] = [
      {
        label: 'Takes',
        value: `${show(asked, amount)} of your vouchers`,
        isAsAsked: `${amount}` === asked.amount && same(token, asked.token.token),
      },
      {
        label: 'From',
        value: `${from.sender} on ${from.chain_uid}`,
        isAsAsked: from.chain_uid === asked.chain.chain_uid,
      },
      ...recipientFacts(asked, build, recipients),
      ...timeoutFacts(config.timeout),
      contractFact(asked, message),
      ...chainFacts(asked, message, 0n),
    ]
    return finish(
      `Send ${show(asked, amount)} of vouchers to ${asked.recipient}`,
      'Send',
      facts,
      message,
    )
  }
  if (call?.functionName === 'transferVoucher' && asked.operation === 'withdrawVoucher') {
    const [token, amount, from, recipients, config] = call.args
    const facts: Fact[] = [
      {
        label: 'Takes',
        value: `${show(asked, amount)} of your vouchers`,
        isAsAsked: `${amount}` === asked.amount && same(token, asked.token.token),
      },
      {
        label: 'From',
        value: `${from.sender} on ${from.chain_uid}`,
        isAsAsked: from.chain_uid === asked.chain.chain_uid,
      },
      ...ownRecipientFacts(asked, recipients),
      ...timeoutFacts(config.timeout),
      contractFact(asked, message),
      ...chainFacts(asked, message, 0n),
    ]
    const title = `Take out ${show(asked, amount)} to ${asked.recipient}`
    return finish(title, 'Take out', facts, message)
  }
  if (call?.functionName === 'swap' && asked.operation === 'swap' && asked.receive) {
    const [asset, amount, assetOut, minimum, hops, recipients, fee, config] = call.args
    const isNative = asset.token_type.token_type === 'native'
    const { token, minimum: askedMinimum } = asked.receive
    const least = `${formatAmount(minimum, token.decimals)} ${assetOut.toUpperCase()}`
    const path = [asset.token, ...hops.map((hop) => hop.token_out)]
    const facts: Fact[] = [
      {
        label: 'Takes',
        value: show(asked, amount),
        isAsAsked: `${amount}` === asked.amount && same(asset.token, asked.token.token),
      },
      {
        label: 'Trades',
        value: path.map((each) => each.toUpperCase()).join(' → '),
        isAsAsked: path.at(-1) === assetOut && same(assetOut, token.token),
      },
      {
        label: 'Pays',
        value: `at least ${least}, or everything comes back`,
        isAsAsked: `${minimum}` === askedMinimum,
      },
      ...ownRecipientFacts(asked, recipients),
      {
        label: 'Fee for others',
        value: fee.partner_fee_bps === 0n ? 'none' : `${fee.partner_fee_bps} of 10000`,
        isAsAsked: fee.partner_fee_bps === 0n,
      },
      ...timeoutFacts(config.timeout),
      contractFact(asked, message),
      ...chainFacts(asked, message, isNative ? amount : 0n),
    ]
    return finish(`Swap ${show(asked, amount)} for at least ${least}`, 'Swap', facts, message)
  }
  return unreadable(message)
}

/** Everything goes to one address: the one that was asked for, or the wallet's own on the chain that it signs on. */
function ownRecipientFacts(asked: Asked, recipients: readonly CallRecipient[]): Fact[] {
  const [first, ...others] = recipients
  if (!first || others.length > 0)
    return [{ label: 'Recipients', value: `${recipients.length} instead of one`, isAsAsked: false }]
  const { chain_uid, sender } = first.recipient
  const isOwn = chain_uid === asked.chain.chain_uid && same(sender, asked.sender_address ?? '')
  const isNamed = same(asked.recipient, `${sender} on ${chain_uid}`)
  return [
    {
      label: 'To',
      value: `${sender} on ${chain_uid}`,
      isAsAsked:
        (isNamed || (isOwn && asked.recipient.startsWith('the wallet that signs'))) &&
        first.amount.limit_type === 'dynamic' &&
        first.denom.token_type !== 'voucher' &&
        first.forwarding_message === '0x',
    },
  ]
}

function contractFact({ chain }: Asked, { to }: EvmMessage): Fact {
  return { label: 'Contract', value: to, isAsAsked: same(to, chain.factory) }
}

type CallRecipient = {
  recipient: { chain_uid: string; sender: string }
  amount: { limit_type: string; value: bigint }
  denom: { token_type: string }
  forwarding_message: string
}

/** A handle is paid through the claimer contract, with a message that names the claim; an address is paid itself. */
function recipientFacts(
  asked: Asked,
  { claimer }: EvmBuild,
  recipients: readonly CallRecipient[],
): Fact[] {
  const [first, ...others] = recipients
  if (!first || others.length > 0)
    return [{ label: 'Recipients', value: `${recipients.length} instead of one`, isAsAsked: false }]
  const { chain_uid, sender } = first.recipient
  const pays = {
    label: 'Pays',
    value: show(asked, first.amount.value),
    isAsAsked: `${first.amount.value}` === asked.amount && first.amount.limit_type === 'equal',
  }
  const claim = readClaim(first.forwarding_message)
  if (!claim)
    return [
      pays,
      {
        label: 'To',
        value: `${sender} on ${chain_uid}`,
        isAsAsked:
          same(asked.recipient, `${sender} on ${chain_uid}`) && first.forwarding_message === '0x',
      },
    ]
  const isTheirs =
    claim.claimer_pubkey === claimer?.public_secret && claim.pseudo_claim_id === claimer._id
  return [
    pays,
    {
      label: 'To',
      value: `the claim of ${asked.recipient} (${claim.pseudo_claim_id})`,
      isAsAsked: isTheirs,
    },
    {
      label: 'Held by',
      value: `${sender} on ${chain_uid} until ${asked.recipient} claims it`,
      isAsAsked:
        chain_uid === asked.claimer_contract.chain_uid &&
        same(sender, asked.claimer_contract.address),
    },
  ]
}

function readClaim(bytes: string): { claimer_pubkey: string; pseudo_claim_id: string } | undefined {
  if (!isHex(bytes) || bytes === '0x') return undefined
  try {
    const message: unknown = JSON.parse(hexToString(bytes))
    if (typeof message !== 'object' || message === null || !('create_voucher_claim' in message))
      return undefined
    const claim = message.create_voucher_claim
    if (
      typeof claim !== 'object' ||
      claim === null ||
      !('claimer_pubkey' in claim) ||
      !('pseudo_claim_id' in claim)
    )
      return undefined
    return {
      claimer_pubkey: String(claim.claimer_pubkey),
      pseudo_claim_id: String(claim.pseudo_claim_id),
    }
  } catch {
    return undefined // no JSON: the caller then compares it with a plain payment, which has no message
  }
}

function timeoutFacts(seconds: bigint): Fact[] {
  return seconds > 0n
    ? [{ label: 'Comes back', value: `if it is not delivered within ${seconds} seconds` }]
    : []
}

/** What may go wrong around any message: another chain, or native money that nobody asked for. */
function chainFacts(asked: Asked, message: EvmMessage, expected: bigint): Fact[] {
  const { native_currency, chain_id, name } = asked.chain
  const value = BigInt(message.value)
  const shown = `${formatAmount(value, native_currency?.decimals ?? 18)} ${native_currency?.symbol ?? 'of the native currency'}`
  return [
    ...(value > 0n || expected > 0n
      ? [{ label: 'Sends along', value: shown, isAsAsked: value === expected }]
      : []),
    {
      label: 'Chain',
      value: `${name} (${message.chainId})`,
      isAsAsked: message.chainId === chain_id,
    },
  ]
}

/** CosmWasm messages are readable as they are: their own JSON is what is signed. */
function describeCosmWasm({ contractAddress, msg, funds }: CosmWasmMessage): MessageWords {
  const facts = [
    { label: 'Contract', value: contractAddress },
    ...(funds.length > 0
      ? [
          {
            label: 'Sends along',
            value: funds.map(({ amount, denom }) => `${amount} ${denom}`).join(', '),
          },
        ]
      : []),
  ]
  const name = Object.keys(msg).join(', ')
  return {
    title: `Call ${name}`,
    short: name,
    facts,
    raw: JSON.stringify(msg, null, 2),
    isAsAsked: true,
  }
}

function unreadable({ to, data, value }: EvmMessage): MessageWords {
  const facts = [
    { label: 'Contract', value: to },
    { label: 'Reads as', value: 'something else than what was asked for', isAsAsked: false },
    { label: 'Sends along', value: `${BigInt(value)} wei` },
  ]
  return {
    title: 'This message is not what was asked for',
    short: 'Unknown',
    facts,
    raw: data,
    isAsAsked: false,
  }
}

function finish(title: string, short: string, facts: Fact[], { data }: EvmMessage): MessageWords {
  return {
    title,
    short,
    facts,
    raw: data,
    isAsAsked: facts.every((fact) => fact.isAsAsked !== false),
  }
}

function decode<const Abi extends typeof erc20Abi | typeof factoryAbi>(abi: Abi, data: string) {
  if (!isHex(data)) return undefined
  try {
    return decodeFunctionData<Abi>({ abi, data })
  } catch {
    return undefined // another function, or bytes that do not fit one: the caller says so
  }
}

function show({ token }: Asked, units: bigint): string {
  return `${formatAmount(units, token.decimals)} ${token.token.toUpperCase()}`
}

function same(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
