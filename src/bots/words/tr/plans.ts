import type { PlanWords } from '../en/plans.ts'

export const plans: PlanWords = {
  summary: 'Düzenli bahşiş verir: her seferinde imzalaman istenir.',
  every: 'day (gün), week (hafta) ya da month (ay)',
  title: 'Yinelenen bahşişler',
  none: 'Yinelenen bir bahşişin yok.',
  how: 'Şöyle yaz: /plan @bobby 5 usdc every week',
  howOften: 'Ne sıklıkla: her gün (every day), her hafta (every week) ya da her ay (every month)?',
  everys: { day: 'her gün', week: 'her hafta', month: 'her ay' },
  row: (sum, every, time) => `${every} ${sum}, sıradaki: ${time}`,
  rowPaused: (sum, every) => `${every} ${sum}, duraklatıldı`,
  pause: (number) => `${number} numarayı duraklat`,
  resume: (number) => `${number} numarayı sürdür`,
  remove: (number) => `${number} numarayı kaldır`,
  setTitle: (sum, who, every) => `${who} için ${every} ${sum}`,
  set: (time) =>
    `İmzalamanı özelden isterim, sıradaki: ${time}. Sen imzalamadan hiçbir şey gönderilmez.`,
  list: 'Tüm planlar',
  gone: 'Bu plan artık yok.',
  onePerson: 'Bir plan, adını verdiğin tek kişi içindir.',
  anyChain: (chain) =>
    `Bir plan, zamanı geldiğinde sende ne varsa ondan öder; bu yüzden zincir adı almaz: ${chain} adını çıkar.`,
  sayHowMuch: 'Bir miktar yaz: yarısı ya da tümü her seferinde farklıdır.',
  tooMany: (most) => `Zaten ${most} planın var.`,
  removeOne: 'Önce birini kaldır: /plan',
  dueTitle: (sum, who) => `Zamanı geldi: ${who} için ${sum}`,
  due: 'Zamanında imzalanmadı ya da o sırada ödenemedi.',
  pay: 'Şimdi hazırla',
}
