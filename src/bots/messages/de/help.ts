import type { HelpWords } from '../en/help.ts'

export const help: HelpWords = {
  summary: 'Zeigt alle Befehle oder erklärt einen.',
  which: 'Welchen',
  title: 'Was ich kann',
  more: 'Mehr über einen: /help tip',
  usage: 'So geht es',
  example: 'Beispiel',
}
