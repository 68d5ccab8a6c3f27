/** What a group reads when the answer is for one person alone. */
export const privateAnswers = {
  written: 'I wrote to you in private',
  writtenTo: (name: string) => `${name}, the answer is in our private chat.`,
  unreachable: 'I cannot write to you in private',
  unreachableBy: (name: string) =>
    `${name}, the answer is only for you, and I may not write to you yet. Open a private chat with me, press Start, and ask again.`,
  open: 'Open private chat',
  startToRead: (name: string) =>
    `${name}, the answer is only for you, and I may not write to you yet. Open our private chat and press Start: it waits there for a day.`,
  /** Somebody without a name: an anonymous admin, or a channel. */
  nobody: 'Who are you?',
  nobodyAsked:
    'This was written in the name of a group or channel, so I cannot tell whose wallet it is about. Write it as yourself: admins switch off "Remain anonymous" first.',
}

export type PrivateAnswersWords = typeof privateAnswers
