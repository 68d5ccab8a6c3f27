import type { PrivateAnswersWords } from '../en/private-answers.ts'

export const privateAnswers: PrivateAnswersWords = {
  written: 'Ich habe dir privat geschrieben',
  writtenTo: (name) => `${name}, die Antwort steht in unserem privaten Chat.`,
  unreachable: 'Ich kann dir nicht privat schreiben',
  unreachableBy: (name) =>
    `${name}, die Antwort ist nur für dich, und ich darf dir noch nicht schreiben. Öffne einen privaten Chat mit mir, drücke auf Start und frage noch einmal.`,
  open: 'Privaten Chat öffnen',
  startToRead: (name) =>
    `${name}, die Antwort ist nur für dich, und ich darf dir noch nicht schreiben. Öffne unseren privaten Chat und drücke auf Start: Dort wartet sie einen Tag lang.`,
  nobody: 'Wer bist du?',
  nobodyAsked:
    'Das wurde im Namen einer Gruppe oder eines Kanals geschrieben, daher weiß ich nicht, um wessen Wallet es geht. Schreib es als du selbst: Admins schalten vorher „Anonym bleiben“ aus.',
}
