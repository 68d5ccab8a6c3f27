import type { HeldWords } from '../en/held.ts'

export const held: HeldWords = {
  title: (sum, who) => `${sum}: ¿quién es ${who}?`,
  changed: (who) =>
    `${who} quedó libre o ha sido de más de una cuenta. Solo tú sabes a quién te refieres.`,
  stale: (who) =>
    `Cuando lo enviaste hacía mucho que no se veía a ${who}, y puede que ahora sea de otra persona. Solo tú sabes a quién te refieres.`,
  isHeld: 'Está retenido: nadie puede reclamarlo antes de que decidas.',
  coolingTitle: (sum, who) => `${sum} para ${who} espera un poco más`,
  cooling: (who, time) =>
    `La cuenta de ${who} tiene este nombre de usuario desde hace poco. Podrá reclamarlo desde el ${time}. Si querías a otra persona, recupéralo antes.`,
  account: (userId) => `Cuenta ${userId}`,
  shows: (since) => `tiene ahora este nombre de usuario, vista con él por primera vez el ${since}`,
  showed: (from, to) => `tuvo este nombre de usuario, vista con él del ${from} al ${to}`,
  askThem:
    'Pregúntale por un medio en el que confíes. Si confirmas, solo esta cuenta podrá reclamarlo.',
  yes: (userId) => `Es la cuenta ${userId}`,
  takeBack: 'Recuperarlo',
  comesBack: (time) => `Si no haces nada y nadie lo reclama, vuelve a ti el ${time}.`,
  confirmed: 'Confirmado',
  onlyThey: (userId) => `Ahora solo la cuenta ${userId} puede reclamarlo.`,
  over: 'Ya no queda nada que decidir',

  forRecipient: 'Retenido hasta que el remitente decida',
  whyChanged: (who) =>
    `${who} quedó libre o ha sido de más de una cuenta. Se ha preguntado al remitente a quién se refiere; hasta entonces nadie puede reclamarlo.`,
  whyStale: (who) =>
    `Hacía mucho que no se veía a ${who}. Se ha preguntado al remitente a quién se refiere; hasta entonces nadie puede reclamarlo.`,
  from: (time) =>
    `Se puede reclamar desde el ${time}: tu cuenta tiene su nombre de usuario desde hace poco. El remitente puede confirmarte antes, con /sent.`,
  another: 'El remitente quería a otra cuenta',
  row: 'Retenido hasta que el remitente diga a quién se refiere.',
  rowFrozen: 'En pausa por quienes mantienen este bot; no se pierde nada.',
  rowFrom: (time) =>
    `Se puede reclamar desde el ${time}, porque el nombre de usuario cambió hace poco.`,

  onCard: (sum, who) => `${sum} para ${who} está retenido`,
  onCardWhy: (who) =>
    `No se sabe con certeza de quién es ${who}, así que el remitente decide quién lo recibe o lo recupera.`,
  onCardFrom: (who, time) =>
    `${who} cambió hace poco, así que se puede reclamar desde el ${time}. Hasta entonces el remitente puede recuperarlo.`,
}
