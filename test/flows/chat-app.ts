/** Erin signs, Frank gets, Mallory should get nothing. */
export type Person = 'erin' | 'frank' | 'mallory'
/** A group that all of them are in, or the reader's own answers: the private chat, and what others cannot see. */
export type Where = 'group' | 'private'

export type Shown = {
  id: string
  text: string
  buttons: string[]
  /** Where the button with this label leads; '' for none. */
  linkOf(label: string): string
}

/** What did not come from the platform or is nothing to act on, and the status that it was answered with. */
export type Forgery = { what: string; status: number }

/**
 * A chat platform as people see it, played towards a running Vouch: whatever they do is brought to it twice at once, as
 * platforms do when an answer was lost.
 */
export type ChatApp = {
  name: 'telegram' | 'discord'
  /** Makes Vouch serve this platform. */
  env: Record<string, string>
  /** Makes Vouch have what happens brought to it; without it, Vouch fetches that itself. */
  bringing: Record<string, string>
  /** Where Vouch listens. */
  connect(url: string): void
  /** From now on Vouch fetches what happens: by long polling, or through the gateway. */
  letFetch(): void
  /** Everybody goes to another group: Telegram takes 20 messages a minute in one. */
  gatherAnew(): void
  /** The fields' values in their order, a person's name in the place of whom it is for, several with spaces between. Gives what brings it once more. */
  command(
    by: Person,
    where: Where,
    name: string,
    fields?: Record<string, string>,
  ): Promise<() => Promise<void>>
  /** A tip for whoever wrote a message, asked for at that message. */
  tipAuthor(by: Person, author: Person, fields: Record<string, string>): Promise<void>
  press(by: Person, where: Where, card: Shown, label: string): Promise<void>
  /** Presses, in a group that the card was never in, what the card's button does. */
  pressElsewhere(by: Person, card: Shown, label: string): Promise<void>
  /** Several tips of Erin, brought last first, all of them twice and at once. */
  tipsInDisorder(amounts: readonly string[]): Promise<void>
  /** Tries to have Erin tip Mallory without being the platform; gives how each try was answered. */
  forgeTips(): Promise<Forgery[]>
  shown(where: Where, reader: Person): Shown[]
  /** What somebody reads of the bot in every group so far and alone, the oldest of each chat first. */
  reads(reader: Person): Shown[]
  /** From now on somebody takes no private messages of the bot, until `letIn`. */
  shutOut(person: Person): void
  letIn(person: Person): void
  /** How somebody is written in cards. */
  nameOf(person: Person): string
  /** What the platform never wants to see of a bot, and did. */
  unexpected(): readonly string[]
  stop(): Promise<void>
}
