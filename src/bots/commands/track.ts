import type { Chain, Network } from '../../core/terms/network.ts'
import { endTopic } from '../../core/tracking/notice.ts'
import { hasNothingToCome } from '../../core/tracking/outcomes.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import { parseTxHash, TX_HASH } from '../../core/terms/tx-hash.ts'
import type { Words } from '../words/words.ts'
import type { Command, Services } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { liveReply } from '../cards/live-reply.ts'
import { trackKey, trackTopic } from '../cards/track.ts'
import { oneOf } from '../cards/wording.ts'
import { readChain } from '../reading/read-name.ts'

const USAGE = '/track <chain> <hash>'

export const track: Command = {
  name: 'track',
  summary: (words) => words.track.summary,
  usage: '/track [chain] hash',
  examples: ['/track base 0x5c50…', '/track 0x5c50…'],
  params: [
    { name: 'chain', summary: (words) => words.track.chain, kind: 'chain', isOptional: true },
    { name: 'hash', summary: (words) => words.track.hash, kind: 'word' },
  ],
  async run(input, speaker, services) {
    const { words } = speaker
    const given = input.split(/\s+/u).filter((word) => word !== '')
    const [first, second] = chainFirst(given, services.network)
    if (first === undefined)
      throw new UnreadableCommandError(words.track.hashMissing, [], words.reading.likeThis(USAGE))
    if (given.length > 2)
      throw new UnreadableCommandError(
        words.track.tooMuch(given.slice(2).join(' ')),
        [],
        words.reading.likeThis(USAGE),
      )
    const { chain_uid, hash } =
      second === undefined
        ? await onSomeChain(first, words, services)
        : onChain(readChain(services.network, hubNamed(services.network, first)), second)
    const { outcome } = await services.tracker.open(chain_uid, hash, trackTopic(chain_uid, hash))
    if (!hasNothingToCome(outcome))
      await services.tracker.open(chain_uid, hash, endTopic(speaker.account))
    return liveReply(
      { view: 'track', key: trackKey(chain_uid, hash) },
      'everyone',
      speaker,
      services,
    )
  },
}

/** People write `hash chain`, too. */
function chainFirst(given: readonly string[], network: Network): readonly string[] {
  const [first, second] = given
  return first !== undefined && second !== undefined && isChain(network, second)
    ? [second, first]
    : given
}

const isChain = (network: Network, word: string): boolean =>
  network.chains.some(({ chain_uid }) => chain_uid === hubNamed(network, word).toLowerCase())

/** Records call the hub by the uid of its settlement layer. */
const hubNamed = ({ hub }: Network, word: string): string =>
  word.toLowerCase() === hub.settlement_uid ? hub.chain_uid : word

function onChain(chain: Chain, hash: string): { chain_uid: string; hash: string } {
  return { chain_uid: chain.chain_uid, hash: parseTxHash(chain, hash, `"${hash}"`) }
}

/** The chain of a bare hash: the only one whose hashes look like it, or the one that knows it. */
async function onSomeChain(
  hash: string,
  words: Words,
  { network, tracker }: Services,
): Promise<{ chain_uid: string; hash: string }> {
  const fitting = network.chains.filter(({ family }) => TX_HASH[family].form.test(hash))
  const [only] = fitting
  if (isChain(network, hash))
    throw new UnreadableCommandError(words.track.hashMissing, [], words.reading.likeThis(USAGE))
  if (!only) throw new UnreadableCommandError(words.track.noHash(hash), [], words.track.copyAgain)
  if (fitting.length === 1) return onChain(only, hash)
  const places = fitting.map((chain) => onChain(chain, hash))
  for (const place of places)
    if (isKnown(await tracker.progress(place.chain_uid, place.hash))) return place
  const found = await Promise.all(
    places.map((place) => tracker.openFor(allowed, place.chain_uid, place.hash)),
  )
  const there = places.find((_, at) => isKnown(found[at]))
  if (there) return there
  const uids = fitting.map(({ chain_uid }) => chain_uid)
  throw new UnreadableCommandError(
    words.track.ofSeveral(oneOf(words, uids)),
    [],
    words.track.nameChain(`/track ${only.chain_uid} ${hash}`),
  )
}

/** Whether its chain has heard of a transaction, be it one that the protocol has nothing to do with. */
const isKnown = (progress: Progress | undefined): boolean =>
  progress?.hops.some(({ state }) => state !== 'waiting') ?? false

/** The sender's own limit of commands bounds what is looked up for a chat. */
const allowed = () => {}
