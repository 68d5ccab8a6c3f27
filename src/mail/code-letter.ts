import type { Letter } from './letter.ts'

/** The mail with a verification code. It has no link: whoever asked has the page or the chat open. Pure. */
export function codeLetter(code: string): Letter {
  return {
    subject: 'Your verification code',
    title: 'Your verification code',
    parts: [
      { kind: 'code', label: 'Code', code },
      {
        kind: 'text',
        text: 'Type it where you asked for it, on the claim page or in your private chat with the bot, within 10 minutes.',
      },
      {
        kind: 'text',
        text: 'If you did not ask for it, do nothing. Give it to nobody, and never write it in a group.',
      },
    ],
  }
}
