import type { QuoteWords } from '../en/quote.ts'

export const quote: QuoteWords = {
  summary: 'Pregunta cuánto daría un cambio y fírmalo si te gusta el precio.',
  amount: 'Cuánto das: 100, $5, half o all',
  token: 'El token que das',
  wanted: 'El token que quieres',
  title: (given, received) => `${given} dan ${received}`,
  route: 'Ruta',
  inTurn: (legs) => legs.join(', luego '),
  impact: 'Impacto en el precio',
  unknown: 'no se puede saber',
  split: (paths, more) =>
    `Repartido en ${paths} rutas da ${more} más. Una cartera de una cadena Cosmos las firma todas a la vez. Una cartera EVM firmaría una transacción por cada una, así que ahí ofrezco la única ruta de arriba.`,
  drawn: (given, received, ways) => `${given} se convierten en ${received}: ${ways.join('; ')}`,
  fresh: 'Actualidad',
  freshness: (block, seconds) => `bloque ${block} del hub, con ${seconds} s al cotizar`,
  wasSigned: 'Ya se hizo una solicitud de firma con esta cotización. Actualízala para otra.',
  isOld: 'Este precio tiene más de un minuto. Actualízalo para firmar.',
  unknownLoss: 'una parte que no se puede saber',
  refused: (loss) =>
    `Con este cambio perderías ${loss} por el precio, así que no lo ofrezco. Cambia menos.`,
  really: (loss) => `Perderías ${loss} por el precio. ¿De verdad lo quieres?`,
  careful: (loss) => `Cuidado: esta cantidad mueve el precio, y así se pierde ${loss} del valor.`,
  signAnyway: 'Firmar de todos modos',
  refresh: 'Actualizar',
  flip: 'Invertir',
}
