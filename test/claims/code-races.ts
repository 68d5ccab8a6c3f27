/** `ok`, or the error's code. */
type Outcome = string

/** One claim that waits for an e-mail address, from outside: every way in which a code or a PIN is given. */
export type Door = {
  /** The sender's PIN. */
  pin: string
  /** Asks for a code, and reads it in the mailbox. Every way in takes it. */
  sendCode(): Promise<string>
  /** The ways in which a code is given: over HTTP, as the page does, and in a chat. They are used in turn. */
  ways: readonly ((code: string) => Promise<Outcome>)[]
  cancel(pin: string): Promise<Outcome>
}

/** Wrong codes of one code, PINs of one client, and codes in the life of a claim: see docs/claims.md and `claims/proofs`. */
const MOST = { perCode: 5, cancels: 5, codes: 20 }
/** Rounds of wrong codes, each with a code of its own: 48 codes and 16 PINs in all. */
export const ROUNDS = 4
const CODES_A_ROUND = 12
const PINS_A_ROUND = 4

/** Gives one right code many times at once. Says what is wrong, nothing when exactly one was let in. */
export async function raceRightCode(door: Door, tries = 32): Promise<string[]> {
  const code = await door.sendCode()
  const outcomes = await Promise.all(Array.from({ length: tries }, (_, at) => give(door, code, at)))
  const opened = count(outcomes, 'ok')
  const strange = outcomes.filter((one) => !['ok', 'WRONG_CODE', 'TOO_MANY_TRIES'].includes(one))
  return [
    ...(opened === 1 ? [] : [`${opened} of ${tries} right codes at once were let in`]),
    ...strange.map((one) => `a right code was answered with ${one}`),
  ]
}

/** How often a guess at one claim was compared; kept from round to round. */
type Guessed = { codes: number; pins: number }

/**
 * One round of wrong codes and wrong PINs, all at once, then the right ones where nothing may be compared any more. A new
 * round needs a new code, so a minute lies between two.
 */
export async function raceWrongCodes(
  door: Door,
  guessed: Guessed,
  round: number,
): Promise<string[]> {
  const code = await door.sendCode()
  const [codes, pins] = await Promise.all([
    Promise.all(Array.from({ length: CODES_A_ROUND }, (_, at) => give(door, wrong(code, at), at))),
    Promise.all(Array.from({ length: PINS_A_ROUND }, (_, at) => door.cancel(wrong(door.pin, at)))),
  ])
  const compared = count(codes, 'WRONG_CODE')
  guessed.codes += compared
  guessed.pins += count(pins, 'WRONG_CODE')
  const outcomes = [...codes, ...pins]
  const strange = outcomes.filter((one) => !['WRONG_CODE', 'TOO_MANY_TRIES'].includes(one))
  const last = await Promise.all(door.ways.map((way) => way(code)))
  if (guessed.pins >= MOST.cancels) last.push(await door.cancel(door.pin))
  return [
    ...(compared <= MOST.perCode ? [] : [`${compared} wrong codes were compared with one`]),
    ...(guessed.pins <= MOST.cancels ? [] : [`${guessed.pins} wrong PINs were compared`]),
    ...(guessed.codes <= MOST.codes ? [] : [`${guessed.codes} codes of one claim were compared`]),
    ...(round < ROUNDS - 1 || (guessed.codes === MOST.codes && guessed.pins === MOST.cancels)
      ? []
      : [
          `only ${guessed.codes} codes and ${guessed.pins} PINs were compared: this proves nothing`,
        ]),
    ...strange.map((one) => `a wrong code was answered with ${one}`),
    ...last
      .filter((one) => one !== 'TOO_MANY_TRIES')
      .map((one) => `the right one, after all tries, was answered with ${one}`),
  ]
}

function give({ ways }: Door, code: string, at: number): Promise<Outcome> {
  const way = ways[at % ways.length]
  if (!way) throw new Error('a door has no way in')
  return way(code)
}

const count = (outcomes: readonly Outcome[], which: Outcome) =>
  outcomes.filter((one) => one === which).length

/** Another text of the same letters for each `at`: never the right one. */
function wrong(right: string, at: number): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'.replaceAll(right.slice(-1).toUpperCase(), '')
  return `${right.slice(0, -1)}${letters[at % letters.length] ?? '2'}`
}
