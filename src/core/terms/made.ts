/** A message, a press or the like as a platform names it; `surface` is the platform. */
export type UpdateKey = { surface: string; updateId: string }

/** What an update made, by its id. It is kept in the transaction that makes it, so a repeat of the update finds it. */
export type Made = { kind: 'bill' | 'giveaway' | 'plan' | 'alert'; id: string }

/** An update that is handled, perhaps not for the first time: then `made` is what it made before. */
export type HandledUpdate = { key: UpdateKey; made: Made | undefined }
