import type { AlertWords } from '../en/alerts.ts'

export const alerts: AlertWords = {
  summary: 'Te avisa una vez, en privado, cuando se alcanza un precio.',
  pair: 'eth, o usdc/eth para su precio en otro token',
  side: 'above (por encima) o below (por debajo)',
  price: 'El precio: 3000 o 0,0003',
  title: 'Precios que esperas',
  none: 'No esperas ningún precio.',
  whichPrice: '¿A qué precio?',
  how: 'Escríbelo así: /alert eth above 3000, o /alert usdc/eth below 0.0003',
  row: {
    above: (price) => `por encima de ${price}`,
    below: (price) => `por debajo de ${price}`,
  },
  remove: (number) => `Quitar ${number}`,
  setTitle: 'Te avisaré',
  set: {
    above: (token, price) => `Una vez, en privado, cuando 1 ${token} valga ${price} o más.`,
    below: (token, price) => `Una vez, en privado, cuando 1 ${token} valga ${price} o menos.`,
  },
  now: (price) => `Ahora: ${price}. Miro una vez por minuto.`,
  gone: 'Este aviso ya no existe.',
  list: 'Todos los avisos',
  isThere: (now) => `Ese precio ya se alcanzó: ${now}.`,
  nameAnother: 'Di un precio que todavía no se haya alcanzado.',
  tooMany: (most) => `Ya esperas ${most} precios.`,
  removeOne: 'Quita antes uno de ellos: /alert',
  twice: 'Los dos son el mismo token.',
  reached: {
    above: (token, price) => `Esperabas a que ${token} valiera ${price} o más.`,
    below: (token, price) => `Esperabas a que ${token} valiera ${price} o menos.`,
  },
  onceOnly: 'Te aviso de esto una sola vez. Para otro precio: /alert',
}
