/** The code that proves who somebody is. */
export const verification = {
  title: 'Your verification code',
  code: 'Code',
  howTo:
    'Type it on the claim page, within 10 minutes. If you did not ask for it, do nothing. Give it to nobody: we never ask for it in a chat.',
}

export type VerificationWords = typeof verification
