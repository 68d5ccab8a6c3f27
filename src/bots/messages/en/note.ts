/** Why a sender's own words cannot be used. */
export const note = {
  tooLong: (length: number, most: number) =>
    `The note has ${length} characters; at most ${most} fit.`,
  shorten: 'Shorten the note.',
  hasLink: 'A note cannot have links in it.',
  withoutLink: 'Write the note without the link.',
  hasMention: 'A note cannot mention anybody.',
  withoutMention: 'Write the note without the @.',
}

export type NoteWords = typeof note
