/** A message, a press or the like as a platform names it; `surface` is the platform. */
export type UpdateKey = { surface: string; updateId: string }

/**
 * What an update made, by its id. It is kept in the transaction that makes it, so a repeat of the update finds it. Of a
 * `redemption` it is kept before: the claims that were chosen, since by a repeat other ones stand in their places. A `flip` of a quote, a new `link` of a claimer and
 * `reminders` (their number) are what a press did that it would undo, or be refused, once more.
 */
export type Made = {
  kind: 'bill' | 'giveaway' | 'plan' | 'alert' | 'redemption' | 'flip' | 'link' | 'reminders'
  id: string
}

/** An update that is handled, perhaps not for the first time: then `made` is what it made before. */
export type HandledUpdate = { key: UpdateKey; made: Made | undefined }
