import type { InlineWords } from '../en/inline.ts'

export const inline: InlineWords = {
  title: (sum, who) => `${sum} an ${who} senden`,
  description: 'Tippe, um die Karte zu senden. Danach unterschreibst du sie.',
  preparing: (name) => `${name} bereitet diese Zahlung vor. Einen Moment.`,
  wait: 'Einen Moment',
  notReady:
    'Die Karte ist noch nicht fertig. Bleibt das so, muss mein Betreiber „Inline Feedback“ einschalten.',
  how: 'Schreib, wer wie viel bekommt: @bobby 5 usdc',
}
