/** What asks for the coloured form of a sign; platforms send some emoji with it and some without. */
const COLOURED = '\uFE0F'
// The compiler's target is older than the flag, which every Node that we run on has.
const EMOJI = new RegExp('^\\p{RGI_Emoji}$', 'v')

/** Returns the one emoji that a word is, in the form that is kept; `undefined` where it is none. Pure. */
export function readEmoji(word: string): string | undefined {
  const emoji = [word, `${word}${COLOURED}`].find((form) => EMOJI.test(form))
  return emoji?.replaceAll(COLOURED, '')
}
