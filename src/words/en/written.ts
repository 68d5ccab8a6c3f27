import { page, problems, progress } from './parts.ts'

/** What people see before they know what this is. */
const landing = {
  title: 'Vouch - send value to a handle, on any chain',
  description: 'Send value to a handle or an e-mail address on any chain, from a chat message.',
  heading: 'Send value to a handle, not to an address.',
  /** `command` is what is written in the chat. */
  lead: (command: string) =>
    `Write ${command} in your chat, and sign with your own wallet. Bobby proves that he is @bobby, picks any chain, and is paid out there.`,
  api: 'Read the API documentation',
  say: 'Say it',
  sayMore:
    'A message in the chat becomes an unsigned transaction. Nothing moves until your wallet signs it.',
  sign: 'Sign it',
  signMore: 'The sign page says in words what the bytes do. Your keys stay in your wallet.',
  claim: 'Claim it',
  claimMore:
    'The recipient needs no wallet to be found: a handle is enough. Every hop on the way is shown live.',
}

/** A transaction's public page. */
const trackPage = {
  notFollowed: 'Not followed yet',
  nobodyAsked: 'Nobody has asked for this transaction so far.',
  follow: 'Follow this transaction',
  updates: 'This page updates by itself.',
  lost: 'The connection is lost. Trying again…',
}

/** The page that stops mails. */
const unsubscribe = {
  about: 'Mails about what waits for you',
  question:
    'We write to this address when somebody sends value to it, and before that goes back. Do you want no more of these mails?',
  noMore: 'No more mails',
  noMoreMeans:
    'Nothing more is sent to this address, but for codes that you ask for yourself. What waits for you still waits.',
  notFromThem: 'No more mails from this sender',
  notFromThemMeans:
    'Nobody is told by mail any more what this sender sends to this address. What waits for you still waits.',
  stopAll: 'Nothing more to this address',
  stopSender: 'Nothing more from this sender',
  undo: 'Undo: send me mails again',
}

/** What is said instead of a page. */
const failures = {
  titles: {
    missing: 'There is nothing here',
    over: 'This is over',
    busy: 'Not right now',
    fault: 'Something went wrong',
    refused: 'That did not work',
  },
  nothingAt: (address: string) => `There is nothing at ${address}.`,
  checkAddress: 'Check the address.',
  missing: 'What this address led to is not here, or not any more.',
  over: 'What this link led to is over or was used already.',
  busy: 'Vouch cannot answer at the moment.',
  starting: 'This server is being started.',
  fault: 'Something went wrong on our side.',
  refused: 'The address, or what was sent to it, cannot be used.',
  askAnew: 'Open the link again as you were given it, or ask for a new one where you got it.',
  laterOrTell: 'Try again; if it stays, tell the operator the request id.',
  home: 'To the start page',
}

/** Mails: names and sums stand in them as plain text. */
const letters = {
  sentYou: (name: string, sum: string) => `${name} sent you ${sum}`,
  severalSent: (count: string, sum: string) => `${count} senders sent you ${sum}`,
  stillWaits: (name: string, sum: string) => `${sum} from ${name} still waits for you`,
  severalStillWait: (count: string, sum: string) =>
    `${sum} from ${count} senders still waits for you`,
  sumFrom: (name: string, sum: string) => `${sum} from ${name}`,
  writes: (name: string) => `${name} writes:`,
  howToClaim:
    'It waits for you, and only for this address. Open the page, ask for a code (it comes by mail as well), and say where you want to be paid.',
  howToClaimAll:
    'All of it waits for you, and only for this address. Open a page, ask for a code (it comes by mail as well), and say where you want to be paid. After the first code, the page shows what else waits.',
  claim: 'Claim it',
  newLink: 'This link takes the place of the one that you had, which opens nothing any more.',
  waitsUntil: (day: string, name: string) =>
    `It waits until ${day}. After that it goes back to ${name}.`,
  needsPin: (name: string) =>
    `For this much you also need a PIN of 6 characters. ${name} has it: ask them for it, not by answering this mail.`,
  caution:
    'Opening the page uses nothing up. Keep the link to yourself. We never ask for a password or a key of yours. If you do not expect this, do nothing.',
  otherLanguages: (names: string) =>
    `${names}: choose your language on the claim page. Later mails are in that one, too.`,
  why: 'You get this mail because somebody sent value to this address.',
  stop: 'No more of these mails',
  codeIs: (code: string) => `${code} is your code for Vouch`,
  yourCode: 'Your verification code',
  code: 'Code',
  typeIt:
    'Type it where you asked for it, on the claim page or in your private chat with the bot, within 10 minutes.',
  newestCounts: 'Only the newest code counts: an older one is good for nothing any more.',
  notAsked:
    'If you did not ask for it, do nothing. Give it to nobody, and never write it in a group.',
}

/** What pages and mails say that the server writes. */
export const written = {
  landing,
  trackPage,
  unsubscribe,
  failures,
  letters,
  page,
  problems,
  states: progress.states,
}

/** The same in any language. One that lacks a text does not compile. */
export type WrittenWords = typeof written
