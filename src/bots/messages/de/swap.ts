import type { SwapWords } from '../en/swap.ts'

export const swap: SwapWords = {
  summary: 'Tauscht einen Token gegen einen anderen, aus deiner eigenen Wallet.',
  title: (given, received) => `${given} gegen ${received} tauschen`,
  trade: (given, token) => `${given} gegen ${token}`,
  to: 'An',
  sameWallet: 'Dieselbe Wallet',
  atLeast: 'Mindestens',
  orBack: (least, slippage) => `${least} (Slippage ${slippage}): sonst kommt alles zurück`,
  gasOnly:
    'Nur das Gas des Netzwerks, das deine Wallet zahlt; was die Pools nehmen, steckt im Kurs',
  freshPrice: 'Frag mit /quote nach einem neuen Kurs.',
  done: (trade) => `Getauscht: ${trade}`,
  arrived: (least, chain) => `Mindestens ${least} sind auf ${chain} angekommen.`,
  doneAsVouchers: (trade) => `Getauscht: ${trade}, als Gutscheine`,
  asVouchers: (chain, reason, token) =>
    `${chain} konnte es nicht als Token auszahlen: ${reason}. Der Empfänger hat die ${token} als Gutscheine.`,
  failed: (trade) => `Der Tausch von ${trade} ist fehlgeschlagen`,
  refused: (chain, reason, sum) =>
    `${chain} hat die Transaktion abgelehnt: ${reason}. Die ${sum} sind noch in deiner Wallet. Bezahlt wurde nur die Netzwerkgebühr.`,
  neverReached: (trade, chain) => `Der Tausch von ${trade} hat ${chain} nie erreicht`,
  stillYours: (reason, sum) => `${reason}. Die ${sum} sind noch in deiner Wallet.`,
  refunded: (trade) => `Der Tausch von ${trade} wurde erstattet`,
  isBack: (reason, sum, chain) =>
    `Der Hub hat ihn abgelehnt: ${reason}. Die ${sum} sind auf ${chain} zurück in deiner Wallet.`,
  partlyRefunded: (trade) => `Ein Teil des Tauschs von ${trade} wurde erstattet`,
  partIsBack: (reason, sum, chain, target) =>
    `Der Hub hat diesen Teil abgelehnt: ${reason}. ${sum} sind auf ${chain} zurück in deiner Wallet. Der Rest wurde getauscht und auf ${target} ausgezahlt.`,
  timedOut: (trade) => `Die Zeit für den Tausch von ${trade} ist abgelaufen`,
  stopped: (trade) => `Der Tausch von ${trade} geht nicht weiter`,
  show: (hash) => `Zeig diese Transaktion denen, die diesen Dienst betreiben: ${hash}`,
  refunding: (trade) => `Der Tausch von ${trade} wird erstattet`,
  comesBack: (reason, sum, chain) =>
    `Der Hub hat ihn abgelehnt: ${reason}. Die ${sum} bleiben auf ${chain}, bis die Erstattung an deine Wallet endgültig ist.`,
  underWay: (trade) => `Tausch läuft: ${trade}`,
  signed: (least, chain) =>
    `Signiert. Mindestens ${least} kommen auf ${chain} an, oder alles kommt zurück.`,
  noHome: (token, chain) =>
    `${token} gibt es auf ${chain} nicht, und wo es das gibt, hast du keine Wallet verknüpft.`,
  linkFirst: (chains) => `Verknüpfe zuerst eine Wallet auf ${chains}.`,
}
