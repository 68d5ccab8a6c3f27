import type { HeldWords } from '../en/held.ts'

export const held: HeldWords = {
  title: (sum, who) => `${sum}: ${who} kim?`,
  changed: (who) =>
    `${who} bırakıldı ya da birden fazla hesaba ait oldu. Kimi kastettiğini yalnızca sen biliyorsun.`,
  stale: (who) =>
    `Bunu gönderdiğinde ${who} uzun süredir görülmemişti; artık başka birine ait olabilir. Kimi kastettiğini yalnızca sen biliyorsun.`,
  isHeld: 'Bekletiliyor: sen karar vermeden kimse talep edemez.',
  coolingTitle: (sum, who) => `${who} için ${sum} biraz daha bekliyor`,
  cooling: (who, time) =>
    `${who} hesabı bu kullanıcı adını kısa süre önce aldı. Bunu ${time} itibarıyla talep edebilir. Başka birini kastettiysen ondan önce geri al.`,
  account: (userId) => `Hesap ${userId}`,
  shows: (since) => `şu anda bu kullanıcı adını taşıyor, ilk görülme: ${since}`,
  showed: (from, to) => `bu kullanıcı adıyla görüldü: ${from} – ${to}`,
  askThem: 'Güvendiğin bir yoldan ona sor. Onaylarsan bunu yalnızca bu hesap talep edebilir.',
  yes: (userId) => `Bu, ${userId} numaralı hesap`,
  takeBack: 'Geri al',
  comesBack: (time) => `Bir şey yapmazsan ve talep edilmezse ${time} tarihinde sana geri döner.`,
  confirmed: 'Onaylandı',
  onlyThey: (userId) => `Artık yalnızca ${userId} numaralı hesap talep edebilir.`,
  over: 'Karar verilecek bir şey kalmadı',

  forRecipient: 'Gönderen karar verene kadar bekletiliyor',
  whyChanged: (who) =>
    `${who} bırakıldı ya da birden fazla hesaba ait oldu. Gönderene kimin kastedildiği soruldu; o zamana kadar kimse talep edemez.`,
  whyStale: (who) =>
    `${who} uzun süredir görülmemişti. Gönderene kimin kastedildiği soruldu; o zamana kadar kimse talep edemez.`,
  from: (time) =>
    `${time} itibarıyla talep edilebilir: hesabın kullanıcı adını kısa süre önce aldı. Gönderen seni /sent ile daha erken onaylayabilir.`,
  another: 'Gönderen başka bir hesabı kastetti',
  row: 'Gönderen kimi kastettiğini söyleyene kadar bekletiliyor.',
  rowFrozen: 'Bu botu işletenler tarafından duraklatıldı; hiçbir şey kaybolmaz.',
  rowFrom: (time) =>
    `Kullanıcı adı kısa süre önce değiştiği için ${time} itibarıyla talep edilebilir.`,

  onCard: (sum, who) => `${who} için ${sum} bekletiliyor`,
  onCardWhy: (who) =>
    `${who} adının kime ait olduğu kesin değil; kimin alacağına gönderen karar verir ya da geri alır.`,
  onCardFrom: (who, time) =>
    `${who} kısa süre önce değişti, bu yüzden ${time} itibarıyla talep edilebilir. O zamana kadar gönderen geri alabilir.`,
}
