import type { HelpWords } from '../en/help.ts'

export const help: HelpWords = {
  summary: 'Zeigt alle Befehle oder erklärt einen.',
  which: 'Welchen',
  title: 'Was ich kann',
  groups: {
    give: '🎁 Verschenken',
    claim: '📥 Bekommen',
    market: '📈 Preise und Tausch',
    wallets: '👛 Deine Wallets',
    settings: '⚙️ Einstellungen und Hilfe',
  },
  more: 'Mehr über einen: /help tip',
  usage: 'So geht es',
  example: 'Beispiel',
}
