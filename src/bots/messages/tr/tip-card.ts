import type { TipCardWords } from '../en/tip-card.ts'

export const tipCard: TipCardWords = {
  title: (sum, who) => `${who} için ${sum} bahşiş`,
  arrivesAs: 'Ulaşacağı biçim',
  vouchersFor: (sum, who) => `${sum} değerinde kupon; yalnızca ${who} talep edebilir`,
  claimableOn: 'Talep edilebileceği zincirler',
  mailLater: (who) => `Ulaştığında ${who}, talep bağlantısı içeren bir e-posta alır.`,
  unknown: (who) =>
    `${who} ile henüz tanışmadım. Bahşiş, bu kullanıcı adına sahip hesap gelip talep edene kadar bekler.`,
  needsPin: (who) => `Bu tutar için ${who}, senden alacağı bir PIN’e de ihtiyaç duyar.`,
  showPin: 'PIN’imi göster',
  showAddress: 'Tam adresi göster',
  passOn: (who) => `Ona ben yazamıyorum (${who}). Talep bağlantısını kendin ilet.`,
  showLink: 'Talep bağlantısını göster',

  sending: (sum, who) => `${sum} gönderiliyor, alıcı: ${who}`,
  signed: (who) => `İmzalandı. İşlem kesinleşince ${who} talep edebilir.`,
  failed: (who) => `${who} için bahşiş başarısız oldu`,
  refused: (chain, reason) => `${chain} işlemi reddetti: ${reason}.`,
  onlyFee: 'Yalnızca ağ ücreti harcandı.',
  unreached: (who, chain) => `${who} için bahşiş ${chain} zincirine hiç ulaşmadı`,
  refunded: (who) => `${who} için bahşiş iade edildi`,
  refunding: (who) => `${who} için bahşiş iade ediliyor`,
  hubRefused: (reason) => `Hub reddetti: ${reason}.`,
  timedOut: (who) => `${who} için bahşiş zaman aşımına uğradı`,
  needsAttention: (who) => `${who} için bahşişle ilgilenilmesi gerekiyor`,
  vouchersKept: 'Kuponlarına dokunulmadı.',
  vouchersStill: (sum) => `${sum} hâlâ senin kuponların.`,
  tokensKept: (sum) => `${sum} hâlâ cüzdanında.`,
  tokensBack: (sum, chain) => `${sum}, ${chain} üzerindeki cüzdanına geri döndü.`,
  tokensHeld: (sum, chain) =>
    `${sum}, cüzdanına iade kesinleşene kadar ${chain} üzerinde tutuluyor.`,

  claimable: (who, sum) => `${who} ${sum} talep edebilir`,
  claim: 'Talep et',
  paying: (who, sum, chains) => `${who} için ${onChains(chains)}${sum} ödeniyor`,
  paid: (who, sum, chains) => `${who} için ${onChains(chains)}${sum} ödendi`,
  paidAsVouchers: (who, sum) => `${who} için ${sum} kupon olarak ödendi`,
  heldAsVouchers: (who, chains) =>
    `Değer, ${who} hesabında ${onChains(chains)}kupon olarak duruyor: zincir token olarak ödeyemedi.`,
  goesBack: (sum, who) => `${who} için ${sum} geri dönüyor`,
  wentBack: (sum, who) => `${who} için ${sum} geri döndü`,
  takenBack: 'Gönderen geri aldı.',
  unclaimed: (who) => `${who} zamanında talep etmedi.`,
  onItsWayBack: 'Geri dönüş yolunda.',
  isBack: 'Yeniden gönderenin, kupon olarak.',
  mailRefused: (who) =>
    `Posta sunucusu ${who} için e-posta kabul etmiyor; bu yüzden kimsenin haberi olmadı. Adres doğru mu? Değer zincirde yalnızca o adresi bekler.`,
  mailUnwanted: (who) =>
    `${who} buradan e-posta istemiyor; bu yüzden oraya yazmıyorum. Talep bağlantısını kendin ilet ya da /cancel ile geri al.`,
  mailWaits: (who) => `${who} için e-posta yolda.`,
  mailSent: (who) => `Talep bağlantısı içeren e-posta gönderildi, alıcı: ${who}.`,
}

const onChains = (chains: string) => (chains === '' ? '' : `${chains} üzerinde `)
