import { setTimeout as pass } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import {
  cardOf,
  createVouchClient,
  signIdOf,
  type Message,
  type VouchClient,
} from '../test/flows/vouch-client.ts'
import { freePort, launchVouch } from '../test/flows/vouch-process.ts'
import { comesToBe } from './comes-to-be.ts'
import { problemsOf, sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { AS_DEPLOYED, connectCollector, openHandles } from './process-use.ts'
import { median } from './quantile.ts'
import { copyWithout, TAKEN_OUT } from './taken-out.ts'

/** Pairs that tip to and fro, so that nobody runs out of money. */
const PAIRS = [
  ['alice', 'bobby'],
  ['carol', 'david'],
] as const
const SWAPPER = 'david'
/** Between two journeys of a pair, and between two readings: the load shall be even, not as much as the machine takes. */
const PAUSE_MS = 500
const SAMPLE_MS = 10_000
/** Of an hour, the first ten minutes are warming up; the five after them are held against the last five. */
const PARTS = 12
const WARM_UP_PARTS = 2
/** By how much more may be in use at the end, without garbage. Minutes are not enough for the heap to find its size. */
const GROWTH = { long: 1.05, brief: 2 }
/** Connections of those who ask come and go, more of them where the machine is busy; one that is left behind with each journey would be hundreds. */
const HANDLES_TO_SPARE = 16

/** `--minutes n` */
export const soak: Drill = {
  name: 'soak',
  about:
    'an hour of tips, swaps, pay-outs, streams, readings and pages on an even load: memory and open files stay what they are',
  control: 'each request leaves a megabyte behind',
  run: keepBusy,
}

async function keepBusy(options: DrillOptions) {
  const { short, broken, args, say } = options
  const { values } = parseArgs({ args: [...args], options: { minutes: { type: 'string' } } })
  const minutes = sizeOf(options, values.minutes, { long: 60, brief: 2 })
  const growth = short || broken ? GROWTH.brief : GROWTH.long
  const copy = broken ? copyWithout(TAKEN_OUT.soak) : undefined
  const inspected = await freePort()
  const program = copy?.program ?? 'dist/server/vouch.js'
  const command = [process.execPath, `--inspect=127.0.0.1:${inspected}`, program, 'start'] as const
  const vouch = await launchVouch({ command: [...command], env: AS_DEPLOYED })
  const url = await vouch.ready
  const collector = await connectCollector(inspected)
  const client = createVouchClient(url)
  const done = { tips: 0, swaps: 0, streams: 0, readings: 0 }
  const over = new AbortController()
  const samples: { mb: number; handles: number | undefined }[] = []

  async function again(work: () => Promise<void>): Promise<void> {
    for (; !over.signal.aborted; await pass(PAUSE_MS)) await work()
  }
  const load = [
    ...PAIRS.map((pair) => {
      let [from, to]: readonly [string, string] = pair
      return again(async () => {
        await tipAndClaim(client, url, from, to)
        ;[from, to] = [to, from]
        done.tips += 1
        done.streams += 1
      })
    }),
    again(async () => {
      for (const words of ['1 usdc to eth', '0.0004 eth to usdc']) {
        await swap(client, words)
        done.swaps += 1
      }
    }),
    again(async () => {
      await readAround(client, url)
      done.readings += 1
    }),
  ]

  const problems = await problemsOf(async () => {
    const watching = (async () => {
      const count = (minutes * 60_000) / SAMPLE_MS
      for (let sample = 0; sample < count; sample += 1) {
        await pass(SAMPLE_MS)
        // Without its garbage, or it is V8's patience that is measured.
        const now = { mb: await collector.collect(), handles: openHandles(vouch.pid) }
        samples.push(now)
        if (sample % Math.ceil(count / PARTS) === 0)
          say(`${now.mb.toFixed(0)} MB, ${now.handles} handles, ${JSON.stringify(done)}`)
      }
    })()
    const ending = vouch.ended.then(() => {
      throw new Error(`the server ended: ${vouch.lastWords().join(' ')}`)
    })
    await Promise.race([watching, ending, Promise.all(load)]) // nothing of the load ends but by an error
    over.abort()
    await Promise.all(load)
    return []
  })
  over.abort()
  problems.push(...vouch.warnings()) // also where the load came to an error: they may say why
  collector.close()
  await vouch.stop()
  copy?.remove()

  const part = (from: number, read: (sample: (typeof samples)[number]) => number) => {
    const each = samples.length / PARTS
    return median(samples.slice(Math.floor(from * each), Math.floor((from + 1) * each)).map(read))
  }
  const change = (read: (sample: (typeof samples)[number]) => number) => ({
    before: part(WARM_UP_PARTS, read),
    after: part(PARTS - 1, read),
  })
  const mb = change((sample) => Math.round(sample.mb))
  const handles = change((sample) => sample.handles ?? 0)
  // Nothing was measured in a run of less than two minutes: that is no growth, and no proof.
  if (!(mb.after <= mb.before * growth))
    problems.push(`memory grew from ${mb.before} to ${mb.after} MB`)
  if (!(handles.after <= handles.before + HANDLES_TO_SPARE))
    problems.push(`open files and connections grew from ${handles.before} to ${handles.after}`)
  return {
    done: `${minutes} minutes: ${done.tips} tips, ${done.swaps} swaps, ${done.streams} streams, ${done.readings} rounds of readings`,
    numbers: `${mb.before} MB after a sixth of the time, ${mb.after} MB at the end; handles ${handles.before}, ${handles.after}`,
    problems,
  }
}

/** The card of an answer as it is now. All of a chat would be more with each journey, and the load would not be even. */
async function cardNow(client: VouchClient, chat: string, answer: Message[]) {
  const { id, seq } = cardOf(answer)
  return (await client.message(chat, id, seq - 1)).card
}

/** A tip from the words to the pay-out, followed by a stream from its signature on. */
async function tipAndClaim(
  client: VouchClient,
  url: string,
  from: string,
  to: string,
): Promise<void> {
  const asked = await client.say(from, 'lobby', `/tip @${to} 1 usdc`)
  const { chain_uid, tx_hash } = await client.sign(from, signIdOf(asked))
  const stream = new AbortController()
  const following = fetch(`${url}/api/v1/txn/stream?chain=${chain_uid}&tx_hash=${tx_hash}`, {
    signal: stream.signal,
  }).then((response) => response.text())
  following.catch(() => undefined) // it is awaited later
  const says = (words: string) => async () => {
    const card = await cardNow(client, 'lobby', asked)
    return card?.title.startsWith(words) || JSON.stringify(card)
  }
  await comesToBe(`${to} can claim`, says(`@${to} can claim`))
  await client.say(to, `dm:${to}`, '/claim all to base')
  await comesToBe(`${to} was paid`, says(`@${to} was paid`))
  stream.abort()
  await following.catch(() => undefined)
}

/** A swap from the words to its end. */
async function swap(client: VouchClient, words: string): Promise<void> {
  const asked = await client.say(SWAPPER, `dm:${SWAPPER}`, `/swap ${words}`)
  await client.sign(SWAPPER, signIdOf(asked))
  await comesToBe(`a swap of ${words} ends`, async () => {
    const card = await cardNow(client, `dm:${SWAPPER}`, asked)
    return card?.tone === 'success' || JSON.stringify(card)
  })
}

/** Chats, pages, the interface and GraphQL are asked what people and integrators ask. */
async function readAround(client: VouchClient, url: string): Promise<void> {
  for (const text of ['/balance', '/price eth', '/help', '/history'])
    await client.say('carol', 'dm:carol', text)
  for (const path of ['/', '/openapi.json', '/ready', '/metrics', '/api/v1/chains'])
    await (await fetch(`${url}${path}`)).text()
  await client.call('POST', '/graphql', { query: '{ router { all_chains { chain_uid } } }' })
}
