import type { TipWords } from '../en/tip.ts'

export const tip: TipWords = {
  summary: 'Birine kullanıcı adıyla ya da mesajını yanıtlayarak token gönderir.',
  sendSummary: 'Bir e-posta adresine ya da başka platformdaki birine token gönderir.',
  to: 'Kime gideceği',
  recipient: 'E-posta adresi ya da başka yerdeki kullanıcı adı: x:bobby, tg:bobby',
  amount: 'Ne kadar: 5, 0.25, $5, half veya all',
  token: 'Hangi token',
  chain: 'Ödemenin yapılacağı zincir',
  note: 'Senden birkaç söz',
  personMenu: 'Bahşiş gönder',
  messageMenu: 'Yazana bahşiş gönder',
}
