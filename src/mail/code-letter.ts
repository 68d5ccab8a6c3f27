import type { Letter } from './letter.ts'

/** The mail with a verification code. It has no link: whoever asked has the page open. Pure. */
export function codeLetter(code: string): Letter {
  return {
    subject: 'Your verification code',
    title: 'Your verification code',
    parts: [
      { kind: 'code', label: 'Code', code },
      { kind: 'text', text: 'Type it on the claim page, within 10 minutes.' },
      {
        kind: 'text',
        text: 'If you did not ask for it, do nothing. Give it to nobody: we never ask for it by mail, phone or chat.',
      },
    ],
  }
}
