import { beforeEach, expect, test } from 'vitest'

import { actions, commands } from '../../../src/bots/commands/commands.ts'
import { createDispatch } from '../../../src/bots/dispatch/dispatch.ts'
import { views } from '../../../src/bots/cards/views.ts'
import { trackKey } from '../../../src/bots/cards/track.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import { WrongCodeError } from '../../../src/claims/errors.ts'
import { OWN_REASONS, OwnReason } from '../../../src/core/terms/known-reason.ts'
import { noticed } from '../../../src/core/tracking/notice.ts'
import { Outcome, type Hop, type Progress } from '../../../src/core/tracking/progress.ts'
import { englishIn } from '../words/english-in.ts'
import { shownOn } from './shown-on.ts'
import { createStandInServices, HASH, ON_BASE, ON_HUB, speaker } from './stand-in-services.ts'

const OTHERS = LANGUAGES.filter((language) => language !== 'en')

let stand = createStandInServices()
let failures: object[] = []
let dispatch = dispatchOver(stand)
beforeEach(() => {
  stand = createStandInServices()
  failures = []
  dispatch = dispatchOver(stand)
  stand.known.wallets.set('id-alice', [ON_BASE, ON_HUB])
  for (const token of ['usdc', 'eth', 'euclid'])
    stand.known.balances.set(`base/${token}`, 10n ** 24n)
  stand.known.vouchers.set('base', [{ token: 'usdc', amount: 900_000_000n }])
})

function dispatchOver({ services }: typeof stand) {
  const log = { error: (details: object) => void failures.push(details) }
  const claims = {
    ...services.claims,
    verifyProofInChat: () => Promise.reject(new WrongCodeError()),
  }
  const played = { ...services, claims }
  return createDispatch({ services: played, commands, actions, log, newId: () => 'r1' })
}

const EXAMPLES = commands.flatMap(({ examples }) => examples)

test.each([...EXAMPLES, '/tpi', '/tip', '/airdrop', '/swap', '/track base 0x12', '/price gold'])(
  '%s is answered without English in every other language, in private and in a group',
  async (message) => {
    for (const language of OTHERS)
      for (const kind of ['private', 'group'] as const) {
        const alice = speaker('alice', { words: wordsIn(language), chat: { id: kind, kind } })
        const reply = await dispatch.runCommand(message, alice)
        const left = reply ? englishIn(language, shownOn(reply.card)) : ['nothing was said']
        expect({ language, kind, left, failures }).toEqual({
          language,
          kind,
          left: [],
          failures: [],
        })
      }
  },
)

const hop = (
  kind: Hop['kind'],
  state: Hop['state'],
  why: OwnReason | 'contract paused' | 'PacketTimedOut' | '' = '',
): Hop => {
  const at = { kind, chain_uid: kind === 'settle' ? 'vsl' : 'base', state, tx_hash: HASH }
  const own = OwnReason.safeParse(why).data
  return own ? { ...at, detail: OWN_REASONS[own], reason: own } : { ...at, detail: why }
}

/** How a transaction can stand, with all that is said beside its steps. */
const STANDINGS: Progress[] = [
  ...Outcome.options.map((outcome): Progress => ({
    outcome,
    txId: '',
    hops: [
      hop('submit', outcome === 'failed' ? 'failed' : 'done', 'unexplained'),
      hop('settle', outcome === 'refunded' ? 'failed' : 'waiting', 'contract paused'),
      hop('release', outcome === 'released_as_vouchers' ? 'failed' : 'waiting', 'PacketTimedOut'),
    ],
    ...(outcome === 'timed_out' && noticed({ kind: 'hub_too_late', chain_uid: 'base' })),
    ...(outcome === 'needs_attention' && noticed({ kind: 'answer_missing', chain_uid: 'base' })),
  })),
  ...(['foreign', 'no_operation', 'dropped'] as const).map((why): Progress => ({
    outcome: 'not_found',
    txId: '',
    hops: [hop('submit', 'failed', why)],
  })),
  {
    outcome: 'pending',
    txId: '',
    hops: [hop('submit', 'confirmed')],
    ...noticed({ kind: 'stalled', chain_uid: 'base', since: '09:30' }),
  },
]

test.each([
  { message: '/tip @bobby 5 usdc on base', view: 'tip' },
  { message: '/airdrop 5 usdc for 2 on base', view: 'share-out' },
  { message: '/swap 10 usdc eth', view: 'swap' },
  { message: '/deposit 5 usdc on base', view: 'move' },
  { message: '/withdraw 5 usdc to base', view: 'move' },
] as const)('$message is followed without English in every other language', async (asked) => {
  const alice = speaker('alice', { chat: { id: 'group', kind: 'group' } })
  const live = (await dispatch.runCommand(asked.message, alice))?.live
  expect(live).toMatchObject({ view: asked.view })
  const key = live?.key ?? ''
  const { services, requestStore, known, clock } = stand
  const { chain_uid } = await services.signRequests.find(key)
  await requestStore.setTxHash(key, HASH, clock.now())
  for (const progress of STANDINGS) {
    known.progress.set(`${chain_uid}/${HASH}`, progress)
    for (const language of OTHERS) {
      const audience = { reader: undefined, words: wordsIn(language) }
      const rendered = [
        await views[asked.view](key, services, audience),
        await views.track(trackKey(chain_uid, HASH), services, audience),
      ]
      const left = rendered.flatMap((one) =>
        one ? englishIn(language, shownOn(one.card)) : ['nothing was said'],
      )
      expect({ progress, language, left }).toEqual({ progress, language, left: [] })
    }
  }
})
