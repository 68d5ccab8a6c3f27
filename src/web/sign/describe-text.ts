import { isSameInAnyCase } from '../../core/terms/is-same-in-any-case.ts'
import { showMoment } from '../parts/show-moment.ts'
import { describeCall, type Purpose } from './describe-call.ts'
import {
  messageWords,
  unreadable,
  type Detail,
  type MessageWords,
  type Wanted,
} from './message-words.ts'
import { readRouterCall, readText } from './read-text.ts'

/**
 * Says what each call of a text does, from the text that will be signed alone. `purposeOf` is what the call at an index is there for,
 * `minimumOf` what the part of a split there yields at least. Pure.
 */
export function describeText(
  asked: Wanted,
  text: string,
  purposeOf: (index: number, calls: number) => Purpose,
  minimumOf: (index: number) => string | undefined = () => undefined,
): MessageWords[] {
  const read = readText(text)
  if (!read) return [unreadable(asked, [], text)]
  const { call_data, signer_address, signer_chain_uid, expiry } = read
  const {
    chain,
    hub,
    sender_address,
    words: { messages, naming, locale },
  } = asked
  const shared: Detail[] = [
    {
      label: messages.of,
      value: naming.elsewhere(signer_address, signer_chain_uid),
      isAsAsked:
        signer_chain_uid === chain.chain_uid &&
        isSameInAnyCase(signer_address, sender_address ?? ''),
    },
    { label: messages.goodUntil, value: showMoment(locale, new Date(expiry * 1000)) },
    { label: messages.networkFee, value: messages.servicePays },
  ]
  const partOf = (index: number): Wanted => {
    const minimum = minimumOf(index)
    return asked.receive && minimum !== undefined
      ? { ...asked, receive: { ...asked.receive, minimum } }
      : asked
  }
  return call_data.map(({ target, call_data: call }, index) => {
    const raw = JSON.stringify({ ...read, call_data: [{ target, call_data: call }] }, null, 2)
    const made = readRouterCall(call)
    const words = made && describeCall(partOf(index), made, purposeOf(index, call_data.length))
    if (!words)
      return unreadable(asked, [{ label: messages.contract, value: target }, ...shared], raw)
    const contract = { label: messages.contract, value: target, isAsAsked: target === hub.router }
    return messageWords({ ...words, facts: [...words.facts, contract, ...shared], raw })
  })
}
