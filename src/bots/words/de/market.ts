import type { MarketWords, QuoteWords, SwapWords } from '../en/market.ts'
import { plural } from '../../../words/plural.ts'

export const market: MarketWords = {
  priceSummary: 'Zeigt, was ein Token wert ist.',
  tokensSummary: 'Listet die Token auf, die sich hier senden lassen.',
  chainsSummary: 'Listet die Chains auf, von denen und auf die gezahlt werden kann.',
  poolsSummary: 'Listet die Pools auf, durch die getauscht wird.',
  whichToken: 'Welcher Token',
  otherToken: 'Ein zweiter Token dazu',
  whichPage: 'Welche Seite',

  pricesTitle: 'Kurse',
  priceTitle: (token, usd) => `1 ${token} ist $${usd} wert`,
  noPriceTitle: (token) => `${token} hat keinen Kurs`,
  noPrice: (token) =>
    `Kein Pool führt von ${token} zu einem Token, der einen Dollar wert ist. Einen Kurs erfinde ich nicht.`,
  unknown: 'kein Kurs',
  day: 'Letzte 24 Stunden',
  week: 'Letzte 7 Tage',
  unchanged: 'unverändert',
  source: 'Aus',
  sourceOf: (pools, block) => `${pools}, bei Block ${block} des Hubs`,
  poolCount: (count, shown) => plural('de', count, { one: '1 Pool', other: `${shown} Pools` }),
  chart: (token, from, to) => `${token} in der letzten Woche, von ${from} auf ${to}`,
  morePrices: 'Ein Token mit seinen Änderungen: /price eth',

  tokensTitle: 'Token',
  on: (chains) => `auf ${chains}`,
  reviewed: 'geprüft',
  notReviewed: 'nicht geprüft',

  chainsTitle: 'Chains',
  chainId: (id) => `Chain-ID ${id}`,
  isHub: 'der Hub: Hier liegen die Gutscheine',
  locked: 'vom Hub gesperrt: Von dort kommt nichts an, und dort wird nichts ausgezahlt',
  moving: 'läuft',
  behind: (blocks) => `${blocks} ${blocks === '1' ? 'Block' : 'Blöcke'} im Rückstand`,
  stalled: (time) => `seit ${time} kommt nichts Neues: Was auf sie angewiesen ist, wartet`,
  unreachable: (time) =>
    `ihr Knoten antwortet nicht, seit ${time} kam nichts Neues: Was auf sie angewiesen ist, wartet`,
  fork: (time) =>
    `ihre Blöcke schließen nicht an das an, was bisher galt, seit ${time} gilt nichts Neues: Was auf sie angewiesen ist, wartet`,
  contradiction: (time) =>
    `ihre Knoten widersprechen einander, seit ${time} gilt nichts Neues: Was auf sie angewiesen ist, wartet`,

  poolsTitle: 'Pools',
  poolsOf: (token) => `Pools mit ${token}`,
  noPools: 'Es gibt noch keine Pools.',
  noPoolsOf: (token) => `Es gibt keinen Pool mit ${token}.`,
  holds: (first, second) => `${first} und ${second}`,
  fee: (percent) => `Gebühr ${percent}`,
  stable: 'stabil',

  pageTitle: (title, page) => `${title}, Seite ${page}`,
  notPage: (word) => `„${word}“ ist keine Seite.`,
  noSuchPage: (last) => `Die letzte Seite ist ${last}.`,
  previous: 'Zurück',
  next: 'Mehr',
}

export const quote: QuoteWords = {
  summary: 'Zeigt, was ein Tausch brächte; gefällt dir der Kurs, signierst du ihn.',
  amount: 'Wie viel du gibst: 100, $5, half oder all',
  token: 'Der Token, den du gibst',
  wanted: 'Der Token, den du willst',
  title: (given, received, price) => `${received} für ${given}${price && ` (${price})`}`,
  exactly: 'Genau',
  youGive: 'Du gibst',
  youGet: 'Du bekommst',
  route: 'Weg',
  inTurn: (legs) => legs.join(', dann '),
  impact: 'Preiseinfluss',
  unknown: 'nicht zu sagen',
  split: (paths, more) =>
    `Auf ${paths} Wege verteilt bringt es ${more} mehr. Eine Wallet auf einer Cosmos-Chain signiert alle auf einmal. Eine EVM-Wallet müsste für jeden eine Transaktion signieren, deshalb biete ich dort den einen Weg oben an.`,
  drawn: (given, received, ways) => `Aus ${given} werden ${received}: ${ways.join('; ')}`,
  fresh: 'Stand',
  freshness: (block, seconds) => `Block ${block} des Hubs, bei der Abfrage ${seconds} s alt`,
  wasSigned: 'Aus diesem Kurs wurde schon eine Signieranfrage. Aktualisiere ihn für eine neue.',
  isOld: 'Dieser Kurs ist über eine Minute alt. Aktualisiere ihn, um zu signieren.',
  unknownLoss: 'einen unbekannten Teil',
  refused: (loss) =>
    `Bei diesem Tausch würdest du durch den Kurs ${loss} verlieren, deshalb biete ich ihn nicht an. Tausche weniger.`,
  really: (loss) => `Durch den Kurs würdest du ${loss} verlieren. Willst du das wirklich?`,
  careful: (loss) =>
    `Vorsicht: Dieser Betrag bewegt den Kurs, und dadurch verlierst du ${loss} des Werts.`,
  signAnyway: 'Trotzdem signieren',
  refresh: 'Aktualisieren',
  flip: 'Umdrehen',
}

export const swap: SwapWords = {
  summary: 'Tauscht einen Token gegen einen anderen, aus deiner eigenen Wallet.',
  title: (given, received) => `${given} gegen ${received} tauschen`,
  trade: (given, token) => `${given} gegen ${token}`,
  to: 'An',
  sameWallet: 'Dieselbe Wallet',
  atLeast: 'Mindestens',
  orBack: (least, slippage) => `${least} (Slippage ${slippage}): sonst kommt alles zurück`,
  gasOnly: 'Nur das Gas der Chain, deine Wallet bezahlt es; was die Pools nehmen, steckt im Kurs',
  freshPrice: 'Frag mit /quote nach einem neuen Kurs.',
  done: (trade) => `Getauscht: ${trade}`,
  arrived: (least, chain) => `Mindestens ${least} sind auf ${chain} angekommen.`,
  doneAsVouchers: (trade) => `Getauscht: ${trade}, als Gutscheine`,
  asVouchers: (chain, reason, token) =>
    `${chain} konnte es nicht als Token auszahlen: ${reason}. Der Absender hat die ${token} als Gutscheine.`,
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
