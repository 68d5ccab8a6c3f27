import type { TipDetailsWords } from '../en/tip-details.ts'

export const tipDetails: TipDetailsWords = {
  notYours: 'Ayrıntılarını yalnızca gönderen görebilir.',
  leaveIt: 'Bunu ona bırak. Kendi gönderdiklerinin ayrıntılarını sen görürsün.',
  title: (to) => `Alıcı: ${to}`,
  amount: 'Tutar',
  to: 'Alıcı',
  pin: 'PIN',
  pinLater: 'İmza sayfasında bir cüzdan bağlanınca PIN oluşur.',
  tellThem: (to) =>
    `${to}, ödeme alabilmek için posta kutusuna gelen kodun yanında bunu da girer. PIN’i ona kendin ilet, e-postayla değil: posta kutusunu okuyan kişide ikisi birden olmamalı.`,
  link: 'Talep bağlantısı',
  giveLink: (to) =>
    `Bunu alıcıya (${to}) ilet. Talep sayfasını açar; orada yalnızca o hesaba ödeme yapılır.`,
}
