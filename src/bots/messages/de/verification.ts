import type { VerificationWords } from '../en/verification.ts'

export const verification: VerificationWords = {
  title: 'Dein Bestätigungscode',
  code: 'Code',
  howTo:
    'Gib ihn innerhalb von 10 Minuten auf der Einlöseseite ein. Hast du ihn nicht angefordert, tu nichts. Gib ihn niemandem: Wir fragen im Chat nie danach.',
}
