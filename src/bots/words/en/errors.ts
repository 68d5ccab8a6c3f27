import { sayReason } from '../../../words/say-reason.ts'
import { trouble } from '../../../words/en/trouble.ts'
import { sayPartly } from '../say-error.ts'
import { showTime } from '../show-time.ts'

const language = 'en'

/** What went wrong: an error's own words are English, and are said as they are but for those that tell programs more than people. */
export const errors = {
  title: 'That did not work',
  say: sayPartly({
    chain_unavailable: ({ chain }) => ({
      message: `The chain ${chain} cannot be reached right now.`,
      fix: 'Try again in a moment; nothing was changed.',
    }),
    pools_outdated: ({ seconds }) => ({
      message: `The hub has shown no new block for ${seconds} seconds.`,
      fix: 'Try again in a moment: quotes resume by themselves once the hub goes on.',
    }),
    unknown_sign_request: () => ({
      message: 'There is no such request to sign.',
      fix: 'Ask for a new one with the same command.',
    }),
    too_many_decimals: ({ text, given, token, allowed }) => ({
      message: `The amount "${text}" has ${given} decimals, but ${token} has ${allowed}.`,
      fix: `Use at most ${allowed} decimals.`,
    }),
    same_token: ({ token }) => ({
      message: `${token} is on both sides of the swap.`,
      fix: 'Name two different tokens.',
    }),
    no_route: ({ from, to }) => ({
      message: `No path of pools turns this amount of ${from} into ${to}.`,
      fix: 'Try a larger amount, or another token.',
    }),
    transaction_failed: ({ reason, own }) => ({
      message: `The chain refused the transaction: ${sayReason(trouble, reason, own)}.`,
      fix: 'Nothing was moved. Look at the amount and at your balance, and try again.',
    }),
    swap_refused: ({ reason }) => ({
      message: `The router refuses this swap: ${trouble.because(reason)}.`,
      fix: 'Ask for a fresh price, and try again with that.',
    }),
    claim_busy: () => ({
      message: 'This is being claimed right now.',
      fix: 'Wait for it to end; if it fails, it can be claimed again.',
    }),
    claim_frozen: () => ({
      message: 'This is paused by the people who run this bot; nothing is lost.',
      fix: 'Come back later: it goes on from where it is, and its time is not running.',
    }),
    claim_paid: () => ({
      message: 'This was paid already.',
      fix: 'Nothing is left of it. What else waits for you, /claim shows.',
    }),
    claim_paid_out: () => ({
      message: 'This was paid already.',
      fix: 'Its recipient has it; nothing is left to take back.',
    }),
    claim_going_back: () => ({
      message: 'This is on its way back to its sender.',
      fix: 'Wait for it to end; if it fails, everything is as before.',
    }),
    claim_went_back: () => ({
      message: 'This went back to its sender.',
      fix: 'Ask the sender to send it again.',
    }),
    claim_came_back: () => ({
      message: 'This came back to you.',
      fix: 'It is yours again as vouchers; nothing is left to do.',
    }),
    claim_cooling: ({ at }) => ({
      message: `This can be claimed from ${showTime({ language }, at)}, because your account has changed its handle recently.`,
      fix: 'Come back then, or ask the sender to confirm your account with /sent.',
    }),
    returns_used_up: ({ at }) => ({
      message: 'You have taken back as much as can be paid for you in 24 hours; nothing is lost.',
      fix: `Try again from ${showTime({ language }, at)}; what nobody claims also comes back by itself.`,
    }),
    gasless_used_up: ({ at, isTextAlone }) => ({
      message: 'As much gas as can be paid for you in 24 hours is used up.',
      fix: isTextAlone
        ? `Try again from ${showTime({ language }, at)}: it goes by a signature alone.`
        : `Try again from ${showTime({ language }, at)}, or send it as a transaction that you pay.`,
    }),
    claim_expired: ({ at }) => ({
      message: `This could be claimed until ${showTime({ language }, at)}; now it goes back to its sender.`,
      fix: 'Ask the sender to send it again.',
    }),
    pin_required: () => ({
      message: "For this much the sender's PIN is needed as well.",
      fix: 'Ask the sender for the PIN of 6 characters.',
    }),
    wrong_otp: () => ({
      message: "This is not the sender's PIN.",
      fix: 'Give the otp of the claimer that came with the payload; capital and small letters differ.',
    }),
  }),
}

export type ErrorsWords = typeof errors
