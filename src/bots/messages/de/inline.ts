import type { InlineWords } from '../en/inline.ts'

export const inline: InlineWords = {
  title: (sum, who) => `${sum} an ${who} senden`,
  airdropTitle: (sum, count) => `${sum} für die ersten ${count}`,
  description: 'Tippe, um die Karte zu senden. Danach unterschreibst du sie.',
  preparing: (name) => `${name} bereitet diese Zahlung vor. Einen Moment.`,
  wait: 'Einen Moment',
  notReady:
    'Die Karte ist noch nicht fertig. Bleibt das so, muss mein Betreiber „Inline Feedback“ einschalten.',
  how: 'Wer und wie viel: @bobby 5 usdc oder 5 usdc for 3',
}
