import type { TipWords } from '../en/tip.ts'

export const tip: TipWords = {
  summary: 'Sendet jemandem Token: an den Benutzernamen oder als Antwort auf eine Nachricht.',
  sendSummary: 'Sendet Token an eine E-Mail-Adresse oder an jemanden auf einer anderen Plattform.',
  to: 'Wer es bekommt',
  recipient: 'E-Mail-Adresse oder Benutzername anderswo: x:bobby, tg:bobby',
  amount: 'Wie viel: 5, 0.25, $5, half oder all',
  token: 'Welcher Token',
  chain: 'Die Chain, von der bezahlt wird',
  note: 'Ein paar Worte von dir',
  personMenu: 'Trinkgeld geben',
  messageMenu: 'Trinkgeld an Autor',
}
