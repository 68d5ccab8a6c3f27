/** What only a sender can decide: whom a handle means. `who` is the recipient, `sum` an amount with its token. */
export const held = {
  title: (sum: string, who: string) => `${sum}: who is ${who}?`,
  changed: (who: string) =>
    `${who} was given up, or has belonged to more than one account. Only you know whom you mean.`,
  stale: (who: string) =>
    `${who} had not been seen for a long time when you sent this, and may belong to somebody else by now. Only you know whom you mean.`,
  isHeld: 'It is held: nobody can claim it before you decide.',
  coolingTitle: (sum: string, who: string) => `${sum} for ${who} waits a little longer`,
  cooling: (who: string, time: string) =>
    `The account of ${who} took this handle only recently. It can claim this from ${time}. If you meant somebody else, take it back before.`,
  account: (userId: string) => `Account ${userId}`,
  shows: (since: string) => `has this handle now, first seen with it on ${since}`,
  showed: (from: string, to: string) => `was seen with this handle from ${from} to ${to}`,
  askThem: 'Ask them in a way that you trust. Confirmed, it can be claimed by this account alone.',
  yes: (userId: string) => `It is account ${userId}`,
  takeBack: 'Take it back',
  comesBack: (time: string) =>
    `If you do nothing, it comes back to you on ${time} unless it is claimed.`,
  confirmed: 'Confirmed',
  onlyThey: (userId: string) => `Account ${userId}, and nobody else, can claim it now.`,
  over: 'There is nothing left to decide',

  forRecipient: 'Held until its sender decides',
  whyChanged: (who: string) =>
    `${who} was given up, or has belonged to more than one account. The sender was asked who is meant; until then nobody can claim it.`,
  whyStale: (who: string) =>
    `${who} had not been seen for a long time. The sender was asked who is meant; until then nobody can claim it.`,
  from: (time: string) =>
    `It can be claimed from ${time}: your account took its handle only recently. The sender can confirm you sooner, with /sent.`,
  another: 'The sender meant another account',
  row: 'Held until its sender says who is meant.',
  rowFrozen: 'Paused by the people who run this bot; nothing is lost.',
  rowFrom: (time: string) => `Can be claimed from ${time}, after a recent change of handle.`,

  onCard: (sum: string, who: string) => `${sum} for ${who} is held`,
  onCardWhy: (who: string) =>
    `Whose ${who} is cannot be known for sure, so the sender decides who gets it, or takes it back.`,
  onCardFrom: (who: string, time: string) =>
    `${who} is a recently changed handle, so this can be claimed from ${time}. Until then the sender can take it back.`,
}

export type HeldWords = typeof held
