import type { MarketWords, QuoteWords, SwapWords } from '../en/market.ts'
import { plural } from '../../../words/plural.ts'

export const market: MarketWords = {
  priceSummary: 'Muestra cuánto vale un token.',
  tokensSummary: 'Lista los tokens que se pueden enviar aquí.',
  chainsSummary: 'Lista las cadenas desde las que y a las que se puede pagar.',
  poolsSummary: 'Lista los pools por los que pasan los cambios.',
  whichToken: 'Qué token',
  otherToken: 'Otro token, además',
  whichPage: 'Qué página',

  pricesTitle: 'Precios',
  priceTitle: (token, usd) => `1 ${token} vale $${usd}`,
  noPriceTitle: (token) => `${token} no tiene precio`,
  noPrice: (token) =>
    `Ningún pool lleva de ${token} a un token que valga un dólar, así que no me invento un precio.`,
  unknown: 'sin precio',
  day: 'Últimas 24 horas',
  week: 'Últimos 7 días',
  unchanged: 'sin cambios',
  source: 'Fuente',
  sourceOf: (pools, block) => `${pools}, en el bloque ${block} del hub`,
  poolCount: (count, shown) => plural('es', count, { one: '1 pool', other: `${shown} pools` }),
  chart: (token, from, to) => `${token} en la última semana, de ${from} a ${to}`,
  morePrices: 'Un token con sus cambios: /price eth',

  tokensTitle: 'Tokens',
  on: (chains) => `en ${chains}`,
  reviewed: 'revisado',
  notReviewed: 'sin revisar',

  chainsTitle: 'Cadenas',
  chainId: (id) => `id de cadena ${id}`,
  isHub: 'el hub: aquí viven los vales',
  locked: 'bloqueada por el hub: no recibe nada de ahí ni paga nada ahí',
  moving: 'funciona',
  behind: (blocks) => `${blocks} ${blocks === '1' ? 'bloque' : 'bloques'} de retraso`,
  stalled: (time) => `no llega nada nuevo desde hace ${time}: lo que depende de ella espera`,
  unreachable: (time) =>
    `su nodo no responde, nada nuevo desde hace ${time}: lo que depende de ella espera`,
  fork: (time) =>
    `sus bloques no continúan lo que se leyó antes, nada nuevo desde hace ${time}: lo que depende de ella espera`,
  contradiction: (time) =>
    `sus nodos se contradicen, nada nuevo desde hace ${time}: lo que depende de ella espera`,

  poolsTitle: 'Pools',
  poolsOf: (token) => `Pools con ${token}`,
  noPools: 'Todavía no hay pools.',
  noPoolsOf: (token) => `No hay ningún pool con ${token}.`,
  holds: (first, second) => `${first} y ${second}`,
  fee: (percent) => `comisión ${percent}`,
  stable: 'estable',

  pageTitle: (title, page) => `${title}, página ${page}`,
  notPage: (word) => `«${word}» no es una página.`,
  noSuchPage: (last) => `La última página es la ${last}.`,
  previous: 'Atrás',
  next: 'Más',
}

export const quote: QuoteWords = {
  summary: 'Pregunta cuánto daría un cambio y fírmalo si te gusta el precio.',
  amount: 'Cuánto das: 100, $5, half o all',
  token: 'El token que das',
  wanted: 'El token que quieres',
  title: (given, received, price) => `${received} por ${given}${price && ` (${price})`}`,
  exactly: 'Cifras exactas',
  youGive: 'Das',
  youGet: 'Recibes',
  route: 'Ruta',
  inTurn: (legs) => legs.join(', luego '),
  impact: 'Impacto en el precio',
  unknown: 'no se puede saber',
  split: (paths, more) =>
    `Repartido en ${paths} rutas da ${more} más. Una cartera de una cadena Cosmos las firma todas a la vez. Una cartera EVM firmaría una transacción por cada una, así que ahí ofrezco la única ruta de arriba.`,
  drawn: (given, received, ways) => `Por ${given} recibes ${received}: ${ways.join('; ')}`,
  fresh: 'Datos',
  freshness: (block, seconds) => `bloque ${block} del hub, ${seconds} s antes de cotizar`,
  wasSigned: 'Ya se hizo una solicitud de firma con esta cotización. Actualízala para otra.',
  isOld: 'Este precio tiene más de un minuto. Actualízalo para firmar.',
  unknownLoss: 'una parte desconocida',
  refused: (loss) =>
    `Con este cambio perderías ${loss} por el precio, así que no lo ofrezco. Cambia menos.`,
  really: (loss) => `Perderías ${loss} por el precio. ¿De verdad lo quieres?`,
  careful: (loss) => `Cuidado: esta cantidad mueve el precio, y así pierdes ${loss} del valor.`,
  signAnyway: 'Firmar de todos modos',
  refresh: 'Actualizar',
  flip: 'Invertir',
}

export const swap: SwapWords = {
  summary: 'Cambia un token por otro desde tu propia cartera.',
  title: (given, received) => `Cambiar ${given} por ${received}`,
  trade: (given, token) => `${given} por ${token}`,
  to: 'A',
  sameWallet: 'La misma cartera',
  atLeast: 'Como mínimo',
  orBack: (least, slippage) => `${least} (deslizamiento ${slippage}): si no, todo vuelve`,
  gasOnly: 'Solo el gas de la red, lo paga tu cartera; lo de los pools va en el precio',
  freshPrice: 'Pide un precio nuevo con /quote.',
  done: (trade) => `Cambio hecho: ${trade}`,
  arrived: (least, chain) => `Como mínimo llegaron ${least} a ${chain}.`,
  doneAsVouchers: (trade) => `Cambio hecho: ${trade}, en vales`,
  asVouchers: (chain, reason, token) =>
    `${chain} no pudo pagarlo en tokens: ${reason}. El remitente tiene los ${token} en vales.`,
  failed: (trade) => `El cambio de ${trade} falló`,
  refused: (chain, reason, sum) =>
    `${chain} rechazó la transacción: ${reason}. Los ${sum} siguen en tu cartera. Solo se gastó la comisión de red.`,
  neverReached: (trade, chain) => `El cambio de ${trade} nunca llegó a ${chain}`,
  stillYours: (reason, sum) => `${reason}. Los ${sum} siguen en tu cartera.`,
  refunded: (trade) => `El cambio de ${trade} fue reembolsado`,
  isBack: (reason, sum, chain) =>
    `El hub lo rechazó: ${reason}. Los ${sum} están de vuelta en tu cartera en ${chain}.`,
  partlyRefunded: (trade) => `Una parte del cambio de ${trade} fue reembolsada`,
  partIsBack: (reason, sum, chain, target) =>
    `El hub rechazó esa parte: ${reason}. ${sum} están de vuelta en tu cartera en ${chain}. El resto se cambió y se pagó en ${target}.`,
  timedOut: (trade) => `El cambio de ${trade} superó el plazo`,
  stopped: (trade) => `El cambio de ${trade} no avanza`,
  show: (hash) => `Muestra esta transacción a quien gestiona este servicio: ${hash}`,
  refunding: (trade) => `El cambio de ${trade} se está reembolsando`,
  comesBack: (reason, sum, chain) =>
    `El hub lo rechazó: ${reason}. Los ${sum} quedan retenidos en ${chain} hasta que el reembolso a tu cartera sea definitivo.`,
  underWay: (trade) => `Cambiando ${trade}`,
  signed: (least, chain) => `Firmado. Como mínimo llegarán ${least} a ${chain}, o todo vuelve.`,
  noHome: (token, chain) =>
    `${token} no existe en ${chain}, y no tienes ninguna cartera vinculada donde sí exista.`,
  linkFirst: (chains) => `Vincula primero una cartera en ${chains}.`,
}
