import type { AlertWords } from '../en/alerts.ts'

export const alerts: AlertWords = {
  summary: 'Bir fiyata ulaşılınca sana özelden bir kez haber verir.',
  pair: 'eth ya da başka bir token cinsinden fiyatı için usdc/eth',
  side: 'above (üstünde) ya da below (altında)',
  price: 'Fiyat: 3000 ya da 0,0003',
  title: 'Beklediğin fiyatlar',
  none: 'Beklediğin bir fiyat yok.',
  whichPrice: 'Hangi fiyatta?',
  how: 'Şöyle yaz: /alert eth above 3000 ya da /alert usdc/eth below 0.0003',
  row: {
    above: (price) => `${price} üstünde`,
    below: (price) => `${price} altında`,
  },
  remove: (number) => `${number} numarayı kaldır`,
  setTitle: 'Sana haber vereceğim',
  set: {
    above: (token, price) =>
      `1 ${token}, ${price} ya da daha fazla edince özelden bir kez haber veririm.`,
    below: (token, price) =>
      `1 ${token}, ${price} ya da daha az edince özelden bir kez haber veririm.`,
  },
  now: (price) => `Şimdi: ${price}. Dakikada bir bakarım.`,
  gone: 'Bu alarm artık yok.',
  list: 'Tüm alarmlar',
  isThere: (now) => `Bu fiyata zaten ulaşıldı: ${now}.`,
  nameAnother: 'Henüz ulaşılmamış bir fiyat yaz.',
  tooMany: (most) => `Zaten ${most} fiyat bekliyorsun.`,
  removeOne: 'Önce birini kaldır: /alert',
  twice: 'İkisi aynı token.',
  reached: {
    above: (token, price) => `${token} fiyatının ${price} ya da üstü olmasını bekliyordun.`,
    below: (token, price) => `${token} fiyatının ${price} ya da altı olmasını bekliyordun.`,
  },
  onceOnly: 'Bunu sana bir kez söylerim. Başka bir fiyat için: /alert',
}
