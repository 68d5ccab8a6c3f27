import type { TextTerms } from '../../core/signing/text-terms.ts'
import { readLinkMessage } from '../../core/wallets/read-link-message.ts'
import { isSameInAnyCase } from '../../core/terms/is-same-in-any-case.ts'
import { showMoment } from '../parts/show-moment.ts'
import type { Spoken } from '../parts/spoken.tsx'
import type { CallRecipient, FactoryCall } from '../sign/factory-call.ts'
import { showUnits } from '../sign/message-words.ts'
import { readRouterCall, readText } from '../sign/read-text.ts'
import { readClaim } from '../sign/recipient-facts.ts'

/** One thing that a text does. */
export type SignedThing = { title: string; facts: { label: string; value: string }[] }

type Known = {
  words: Pick<Spoken, 'keyPage' | 'messages' | 'naming' | 'locale'>
  /** `undefined` where the page was served without them: no text can be read then. */
  terms: TextTerms | undefined
}

/**
 * Says what a text does that an account is to sign, from the text and what the page of keys itself was served with; `undefined` where any part of it is not known for
 * sure: then it is signed by nobody. Pure.
 */
export function describeSigned(
  known: Known,
  { text, signer }: { text: string; signer: string },
): SignedThing[] | undefined {
  return linkThing(known, text, signer) ?? movesOf(known, text, signer)
}

function linkThing(
  { words, terms }: Known,
  text: string,
  signer: string,
): SignedThing[] | undefined {
  const link = readLinkMessage(text)
  if (!link || link.host !== terms?.site || !isSameInAnyCase(link.address, signer)) return undefined
  const { keyPage, messages, naming, locale } = words
  const { place, handle, userId, expiresAt } = link
  return [
    {
      title: keyPage.links,
      facts: [
        { label: keyPage.linksTo, value: naming.elsewhere(handle ?? userId, place) },
        { label: keyPage.accountId, value: userId },
        { label: messages.takes, value: messages.nothing },
        { label: messages.goodUntil, value: showMoment(locale, expiresAt) },
      ],
    },
  ]
}

function movesOf({ words, terms }: Known, text: string, signer: string): SignedThing[] | undefined {
  const read = readText(text)
  if (!read || !terms || !isSameInAnyCase(read.signer_address, signer)) return undefined
  const { messages, naming, locale } = words
  const { signer_chain_uid: chain_uid, call_data, expiry } = read
  const chain = terms.chains[chain_uid]
  if (chain === undefined) return undefined
  const shared = [
    { label: messages.of, value: naming.elsewhere(signer, chain) },
    { label: messages.goodUntil, value: showMoment(locale, new Date(expiry * 1000)) },
    { label: messages.networkFee, value: messages.servicePays },
  ]
  const things: SignedThing[] = []
  for (const { target, call_data: made } of call_data) {
    const call = target === terms.router ? readRouterCall(made) : undefined
    const thing = call && moveOf(words, terms, call, { chain_uid, address: signer })
    if (!thing) return undefined
    things.push({ ...thing, facts: [...thing.facts, ...shared] })
  }
  return things
}

function moveOf(
  words: Known['words'],
  terms: TextTerms,
  call: FactoryCall,
  signer: { chain_uid: string; address: string },
): SignedThing | undefined {
  const { messages } = words
  if (call.kind === 'deposit') return undefined // tokens, which no text can move
  const { from } = call
  if (
    from &&
    !(from.chain_uid === signer.chain_uid && isSameInAnyCase(from.address, signer.address))
  )
    return undefined
  const sum = showSum(words, terms, call.token, call.amount)
  if (sum === undefined) return undefined
  const takes = { label: messages.takes, value: messages.ofYourVouchers(sum) }
  const comesBack =
    call.timeoutSec !== undefined && call.timeoutSec > 0n
      ? [{ label: messages.comesBack, value: messages.unlessDelivered(`${call.timeoutSec}`) }]
      : []
  if (call.kind === 'swap') {
    const { assetOut, minimum, path, partnerFeeBps, recipients, asset } = call
    const least = showSum(words, terms, assetOut, minimum)
    const to = placesOf(words, terms, recipients)
    const isPlain = partnerFeeBps === 0n && asset === undefined && path.at(-1) === assetOut
    if (least === undefined || !to || !isPlain) return undefined
    const facts = [
      takes,
      { label: messages.trades, value: path.map((each) => each.toUpperCase()).join(' → ') },
      { label: messages.pays, value: messages.atLeast(least) },
      ...to,
      ...comesBack,
    ]
    return { title: messages.swapFor(sum, least), facts }
  }
  if (call.recipients.every(({ form }) => form === 'voucher')) {
    const to = giftsOf(words, terms, call)
    return to && { title: `${messages.send}: ${sum}`, facts: [takes, ...to, ...comesBack] }
  }
  const to = placesOf(words, terms, call.recipients)
  return to && { title: `${messages.takeOut}: ${sum}`, facts: [takes, ...to, ...comesBack] }
}

/** Who gets how much of the vouchers, all of them together; claims by their ids, since no text has the names of their owners. */
function giftsOf(
  words: Known['words'],
  terms: TextTerms,
  { token, amount, recipients }: FactoryCall,
): SignedThing['facts'] | undefined {
  const { keyPage, messages } = words
  const facts: SignedThing['facts'] = []
  let left = amount
  for (const recipient of recipients) {
    const { user, limit, keepsAsVoucher, message } = recipient
    const claim = readClaim(recipient)
    const isHeld =
      user.chain_uid === terms.claimer.chain_uid &&
      isSameInAnyCase(user.address, terms.claimer.address)
    const who = isHeld
      ? claim && keyPage.aClaim(claim.pseudo_claim_id)
      : message === undefined
        ? placeOf(words, terms, recipient)
        : undefined
    const sum = showSum(words, terms, token, limit.value)
    if (limit.kind !== 'equal' || keepsAsVoucher || who === undefined || sum === undefined)
      return undefined
    left -= limit.value
    facts.push({ label: messages.to, value: recipients.length === 1 ? who : `${sum}: ${who}` })
  }
  return left === 0n && facts.length > 0 ? facts : undefined
}

/** Where all of it is paid out to. */
function placesOf(
  words: Known['words'],
  terms: TextTerms,
  recipients: readonly CallRecipient[],
): SignedThing['facts'] | undefined {
  const [first, ...others] = recipients
  if (!first || others.length > 0) return undefined
  const { limit, form, message, keepsAsVoucher } = first
  const place = placeOf(words, terms, first)
  const isPlain =
    limit.kind === 'dynamic' && form !== undefined && message === undefined && !keepsAsVoucher
  return isPlain && place !== undefined ? [{ label: words.messages.to, value: place }] : undefined
}

function placeOf(
  { naming }: Known['words'],
  { chains }: TextTerms,
  { user }: CallRecipient,
): string | undefined {
  const chain = chains[user.chain_uid]
  return chain === undefined ? undefined : naming.elsewhere(user.address, chain)
}

function showSum(
  { locale }: Known['words'],
  { decimals }: TextTerms,
  token: string,
  units: bigint,
): string | undefined {
  const places = decimals[token]
  return places === undefined
    ? undefined
    : showUnits({ locale }, units, places, token.toUpperCase())
}
