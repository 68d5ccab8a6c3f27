import { NotFoundError } from '../core/terms/errors.ts'
import { keepNewest } from '../services/flow/keep-newest.ts'
import { createSerialQueue } from '../services/flow/serial-queue.ts'
import type { ClaimerRecord, ClaimerStore } from './claim-store-port.ts'
import type { Vault } from './vault.ts'

declare module '../core/terms/errors.ts' {
  interface ErrorKinds {
    unknown_mail_link: unknown
  }
}

const CLAIMERS_AT_ONCE = 1000

/** How many hashes are remembered that belong to no claimer any more. */
const MOST_IN_VAIN = 10_000

/** Letters of a hash in a link: 144 bits, so that two hashes and their MAC stay short enough for an address. */
const HASH_LENGTH = 24

/** What a mailbox's reader chooses: no notices at all, none from one sender, or the undoing of both. */
export type OptOutChoice = 'all' | 'sender' | 'none'

/** What was chosen so far. `sender` is `undefined` where the mail with the link had several senders. */
export type OptOutState = { all: boolean; sender: boolean | undefined }

/** What opt-outs ask of the store. Each call is one statement or transaction; hashes that were moved are followed. */
export type OptOutStore = {
  isOut(hash: string): Promise<boolean>
  /**
   * Keeps that notices are unwanted since `at`, or with `undefined` that they are wanted again. Returns the hash that this is kept under: another one
   * where it was moved.
   */
  choose(hash: string, at: Date | undefined): Promise<string>
  /** Carries what was chosen under one hash over to another, once. */
  move(from: string, to: string): Promise<void>
  /** Claimers of e-mail addresses, by id from after `after` on. */
  mailClaimers(after: string, most: number): Promise<MailClaimer[]>
}
type MailClaimer = Pick<ClaimerRecord, 'id'> & Sent

type Deps = {
  store: OptOutStore
  claimers: Pick<ClaimerStore, 'claimer'>
  vault: Pick<Vault, 'hash' | 'hashes' | 'matches'>
  now: () => Date
}

type Sent = Pick<ClaimerRecord, 'recipient' | 'sender' | 'senderAccount'>

/**
 * Who asked never to be written to. Mailboxes are kept as keyed hashes, and a link that asks for it holds such hashes and a
 * MAC over them: it needs no row, and tells no address.
 */
export function createOptOuts({ store, claimers, vault, now }: Deps) {
  /** Each goes through all claimers of e-mail addresses. */
  const oneByOne = createSerialQueue()
  const inVain = new Set<string>()
  const short = (hash: string) => hash.slice(0, HASH_LENGTH)
  const senderOf = ({ sender, senderAccount }: Sent) =>
    senderAccount ?? `${sender.chain_uid}:${sender.address.toLowerCase()}`
  const fromSender = (sent: Sent) => `${sent.recipient.handle}\n${senderOf(sent)}`

  /** What was chosen under an old key counts on under the newest, since the old one will go. */
  async function isOut(text: string): Promise<boolean> {
    const [newest, ...older] = vault.hashes('mailbox', text)
    for (const old of older) await store.move(short(old), short(newest))
    return store.isOut(short(newest))
  }

  /** @throws {NotFoundError} we never made it, or with a key that is gone */
  function readToken(token: string): {
    mailbox: string
    sender: string | undefined
    isOfOldKey: boolean
  } {
    const [, mailbox = '', sender = '', mac = ''] =
      /^([\w-]{24})\.([\w-]{24})?\.([\w-]{43})$/.exec(token) ?? []
    if (!vault.matches('unsubscribe', `${mailbox}.${sender}`, mac))
      throw new NotFoundError(
        'This is not a link of one of our mails, or a very old one.',
        'Open the link of the newest mail.',
        { kind: 'unknown_mail_link' },
      )
    const isOfOldKey = mac !== vault.hash('unsubscribe', `${mailbox}.${sender}`)
    return { mailbox, sender: sender === '' ? undefined : sender, isOfOldKey }
  }

  async function wantsNone(claimerId: string): Promise<boolean> {
    const claimer = await claimers.claimer(claimerId)
    if (claimer?.recipient.platform !== 'email') return false
    return (await isOut(claimer.recipient.handle)) || isOut(fromSender(claimer))
  }

  /** Goes through all claimers of e-mail addresses, and carries over to the newest key what was chosen under old ones for the texts that `isMeant` says. */
  async function renew(isMeant: (text: string) => boolean): Promise<void> {
    let after = ''
    for (;;) {
      const some = await store.mailClaimers(after, CLAIMERS_AT_ONCE)
      for (const claimer of some)
        for (const text of [claimer.recipient.handle, fromSender(claimer)])
          if (isMeant(text)) await isOut(text)
      const last = some.at(-1)
      if (last === undefined) return
      after = last.id
      await new Promise((resolve) => setImmediate(resolve)) // others have their turn
    }
  }

  /** The same for what is kept under these hashes alone. Those that no claimer has are looked for once: whoever has such a link can press as often as they like. */
  async function renewOf(hashes: readonly string[]): Promise<void> {
    const left = new Set(hashes.filter((hash) => !inVain.has(hash)))
    if (left.size === 0) return
    const found = new Set<string>()
    await renew((text) => {
      const its = vault.hashes('mailbox', text).map(short)
      const [hash] = its.filter((one) => left.has(one))
      if (hash !== undefined) found.add(hash)
      return hash !== undefined
    })
    for (const hash of left) if (!found.has(hash)) inVain.add(hash)
    keepNewest(inVain, MOST_IN_VAIN)
  }

  return {
    /** Whether the mailbox of a claimer asked for no notices, at all or from this sender. */
    wantsNone,

    /** What the unsubscribe link of a mail ends with. `claimerIds`: what the mail tells of, all of one mailbox. */
    async tokenFor(claimerIds: readonly [string, ...string[]]): Promise<string> {
      const all = await Promise.all(claimerIds.map((id) => claimers.claimer(id)))
      const sent = all.flatMap((claimer) => claimer ?? [])
      const [first] = sent
      if (!first) throw new Error(`there is no claimer ${claimerIds[0]}`)
      const isOneSender = new Set(sent.map(senderOf)).size === 1
      const mailbox = short(vault.hash('mailbox', first.recipient.handle))
      const sender = isOneSender ? short(vault.hash('mailbox', fromSender(first))) : ''
      return `${mailbox}.${sender}.${vault.hash('unsubscribe', `${mailbox}.${sender}`)}`
    },

    /** @throws {NotFoundError} the token is none of ours */
    async stateOf(token: string): Promise<OptOutState> {
      const { mailbox, sender } = readToken(token)
      return {
        all: await store.isOut(mailbox),
        sender: sender === undefined ? undefined : await store.isOut(sender),
      }
    },

    /**
     * Keeps what the reader of a mail chose, also of one from before a change of the key: it is carried over at once, since nobody may ask for it before
     * the old key is taken away. `sender` where the mail had several is as good as nothing chosen.
     * @throws {NotFoundError} the token is none of ours
     */
    async choose(token: string, choice: OptOutChoice): Promise<void> {
      const { mailbox, sender, isOfOldKey } = readToken(token)
      const keptUnder = [await store.choose(mailbox, choice === 'all' ? now() : undefined)]
      if (sender !== undefined && choice !== 'all')
        keptUnder.push(await store.choose(sender, choice === 'sender' ? now() : undefined))
      const unmoved = keptUnder.filter((hash) => hash === mailbox || hash === sender)
      if (isOfOldKey && unmoved.length > 0) await oneByOne(() => renewOf(unmoved))
    },

    /** Carries everything that was chosen under old keys over to the newest. */
    renewAll: () => oneByOne(() => renew(() => true)),
  }
}

export type OptOuts = ReturnType<typeof createOptOuts>
