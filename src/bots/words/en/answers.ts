/** What any command may have to answer. */
export const answers = {
  failedTitle: 'Something went wrong',
  failed: 'Something went wrong on our side. Nothing was sent from your wallet.',
  report: (reference: string) => `Reference, should you tell whoever runs this bot: ${reference}`,
  /** A platform that asks to be left alone. `span` is a length of time. */
  platformSilent: (place: string) => `${place} says nothing right now`,
  silentFor: (place: string, span: string) =>
    `This needs to know who is who in this group. Only ${place} can say, and it asks to be left alone for ${span}. Nothing was done: try again then.`,
  /** While nothing can be written down: of what the platform brings again by itself, and of what it does not. */
  notDoneYet:
    'What you asked for is not done yet. It will be done by itself as soon as that is over: there is no need to ask again.',
  notDone: 'Nothing was done. Ask again in a few minutes; what was confirmed before is kept.',
  nothingToShow: 'There is nothing to show any more.',
  allOfThem: 'All of them',
  claimFrom: (number: string, sum: string, sender: string) => `${number}: ${sum} from ${sender}`,
}

export type AnswersWords = typeof answers

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
  /** Where an answer only a group can use was not taken there, for whatever reason. */
  notShownThere: 'I could not show that in the group',
  askedForNothing:
    'Nobody there could take a share, so your wallet is asked for nothing. Check that I may write there, and ask again later.',
}

export type PrivateAnswersWords = typeof privateAnswers

/** People and what they hold, by name. */
export const naming = {
  /** A handle of another platform than the chat's. */
  elsewhere: (handle: string, place: string) => `${handle} on ${place}`,
  vouchersOf: (wallet: string) => `Vouchers of ${wallet}`,
}

export type NamingWords = typeof naming

/** Amounts and wallets, wherever they stand. */
export const wording = {
  baseUnits: (units: string, token: string) => `${units} base units of ${token}`,
  worth: (sum: string, usd: string) => `${sum} ($${usd})`,
  /** Of what was worth something else at its time, which is not known any more. */
  worthNow: (sum: string, usd: string) => `${sum} (now $${usd})`,
  wallet: (chain: string, address: string) => `${chain}, wallet ${address}`,
  /** What is said of something beside it. */
  aside: (said: string, more: string) => `${said} (${more})`,
  /** `number` is written as the language writes numbers. */
  percent: (number: string) => `${number} %`,
}

export type WordingWords = typeof wording

/** What is said to a command that cannot be read. */
export const reading = {
  unreadable: (input: string) => `I cannot read "${input}".`,
  likeThis: (example: string) => `Write it like this: ${example}`,

  /** Of what was understood: the recipient, and the amount. */
  understood: (parts: readonly string[]) => `I understood: ${parts.join(', ')}`,
  to: (who: string) => `to ${who}`,
  /** What a swap is for. */
  into: (token: string) => `to ${token}`,
  amountIs: (amount: string) => `amount ${amount}`,
  amountMissing: 'How much, and of which token?',
  notAnAmount: (word: string) => `"${word}" stands where the amount belongs.`,
  amountFirst: (example: string) => `Write the amount before the token: ${example}`,
  whichAmount: (amount: string) => `How much is "${amount}"?`,
  pressMeaning:
    'Languages write thousands and decimals differently. Press what you mean: nothing is done before that.',
  tokenMissing: 'Which token?',
  otherMoney: (money: string) => `I know tokens and dollars, but not "${money}". Which token?`,
  withToken: (example: string) => `For example: ${example}. All tokens: /tokens`,
  tokensMissing: 'How much of which token, and for which one?',
  otherMissing: 'Which token do you want for it?',
  chainBehind: 'To say which chain pays, write it behind: on base.',

  nobody: 'Who gets it?',
  noPerson: (word: string) => `Who is "${word}"?`,
  personFirst: (example: string, inAnswer: string) =>
    `Begin with the recipient: ${example}. Or answer a message of theirs with ${inAnswer}.`,
  answersNobody:
    'The message that you answer is by nobody whom I can see: a bot, a channel, or an anonymous admin wrote it.',
  unknownPlatform: (prefix: string) => `I do not know the platform "${prefix}".`,
  platforms: (handles: readonly string[]) => `Write ${handles.join(', ')} or an e-mail address.`,
  walletAlone: 'A wallet gets its tip alone.',
  walletByItself: 'Name it in a command of its own.',
  whichChain: (address: string) => `On which chain is the wallet ${address}?`,
  pressChain: 'Press the chain that is meant: nothing is sent before that.',
  unknownWallet: (address: string) => `No chain here has addresses such as ${address}.`,
  addressOf: (chains: readonly string[]) =>
    `Give an address on one of these: ${chains.join(', ')}.`,
  toOneself: 'This tip would go to yourself.',
  nameAnother: 'Name somebody else.',
  nobodyInParticular: (word: string) => `"${word}" is nobody in particular.`,
  nameOrShare: (example: string) =>
    `Name people, or share it among whoever comes first: ${example}`,
  toBot: 'I am the bot; I cannot claim tips.',
  namePerson: 'Name a person.',
  namedAsBot: (who: string) => `${who} is a bot by its name, and bots cannot claim tips.`,
  answerThem: (who: string) =>
    `Name a person. If ${who} is one, answer a message of theirs with the command.`,
}

export type ReadingWords = typeof reading

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

/** The code that proves who somebody is. */
export const verification = {
  title: 'Your verification code',
  code: 'Code',
  howTo:
    'Type it on the claim page, within 10 minutes. If you did not ask for it, do nothing. Give it to nobody, and never write it in a group.',
}

export type VerificationWords = typeof verification
