import { plural } from '../../../words/plural.ts'
import type { GiveawayWords } from '../en/giveaways.ts'

export const giveaway: GiveawayWords = {
  summary: 'Sortea una cantidad entre quienes pulsen un botón hasta una hora.',
  winnersField: 'Cuántos ganan, de 1 a 50',
  endsField: 'Hasta cuándo: 18:00, tomorrow 18:00 utc (mañana), in 2 hours, for 2 days',
  rulesField: 'Quién puede participar: members, members for 7 days, once a day, except @x',
  roleField: 'Solo puede participar quien tenga este rol',

  title: (sum) => `Sorteo de ${sum}`,
  winners: 'Premios',
  ends: 'Termina',
  mayEnter: 'Quién puede participar',
  everybody: (maker) => `Todos en este chat menos ${maker}`,
  members: 'Solo miembros',
  membersFor: (span) => `Miembros desde hace al menos ${span}`,
  withRole: (role) => `Quienes tengan el rol ${role}`,
  onceADay: 'Nadie que haya ganado aquí en las 24 horas anteriores al final',
  except: (names) => `Menos ${names}`,
  fair: (chain) =>
    `Quienes pulsen a tiempo tienen la misma probabilidad. Deciden una semilla secreta, cuyo hash está aquí desde el principio, y el primer bloque de ${chain} después del final: cualquiera puede comprobarlo.`,
  seedHash: 'Hash de la semilla',
  seed: 'Semilla',
  block: 'Bloque',
  entered: (sum, count) =>
    plural('es', count, {
      one: `${sum}: participa 1 persona`,
      other: `${sum}: participan ${count} personas`,
    }),
  enter: 'Participar',
  check: 'Comprobar el sorteo',
  drawing: 'Se acabó el tiempo. El sorteo usa el próximo bloque y llega enseguida.',
  drawsWithout: (span) =>
    `Se acabó el tiempo. Parte del importe aún está en camino: el sorteo la espera hasta que en ${span} no haya llegado nada más.`,
  drawn: (sum, count) =>
    plural('es', count, { one: `${sum}: 1 premio`, other: `${sum}: ${count} premios` }),
  wonBy: 'Ganan',
  somebody: 'alguien',
  nobodyEntered: (sum) => `${sum}: no ha participado nadie`,
  nobodyWon: (sum) => `${sum}: no ha ganado nadie`,
  restGoesBack: (maker) => `Lo que nadie ganó vuelve a ${maker}.`,
  notDrawn: (sum) => `${sum}: no se sortea nada`,
  howToClaim: 'Quien haya ganado pulsa «Reclamar» o me escribe en privado.',

  youAreIn: (number) => `Participas con el número ${number}`,
  ticket: 'Tu boleto',
  keepTicket:
    'Con él te encuentras en la lista publicada. El enlace te encuentra solo, también después del sorteo.',
  list: 'Ver la lista',
  isOver: 'El plazo para participar ha terminado.',
  seeCard: 'La tarjeta muestra el resultado.',
  notYet: 'Todavía no ha llegado.',
  pressAgain: 'Vuelve a pulsar en unos segundos.',
  yours: 'Es tu sorteo, así que no puedes ganarlo.',
  leftOut: 'Este sorteo no te incluye.',
  notMember: 'Es para miembros de este grupo.',
  joinFirst: 'Únete al grupo y vuelve a pulsar.',
  memberTooShort: (span) => `Es para quienes son miembros desde hace ${span}.`,
  noRole: (role) => `Es para quienes tienen el rol ${role}.`,
  wonToday: 'Ya ganaste aquí en las últimas 24 horas; este sorteo es para los demás.',
  elsewhere: 'Es para la gente del chat en el que se publicó.',
  nextTime: 'No te pierdas el próximo.',
  gone: 'Ese sorteo no existe.',

  countMissing: 'Falta decir cuántos ganan.',
  endMissing: 'Falta decir hasta cuándo.',
  whichZone: (clock) => `¿Las ${clock} de qué zona horaria?`,
  sayZone:
    'Escríbela con la zona, por ejemplo: until 18:00 utc, until 18:00 utc-5, until 18:00 Europe/Madrid. O fija la tuya una vez, en privado conmigo: /settings timezone Europe/Madrid.',
  noSuchTime: 'No entiendo cuándo termina.',
  endLike: 'Escríbelo así: until 18:00, until tomorrow 18:00, until 2026-12-31 18:00, in 2 hours.',
  noSuchSpan: 'No entiendo cuánto tiempo hay que llevar como miembro.',
  tooSoon: (time) => `El ${time} ya pasó o está demasiado cerca.`,
  endLater: (span) => `Deja a la gente al menos ${span}.`,
  tooLate: (time) => `El ${time} está demasiado lejos.`,
  endSooner: (span) => `Que termine en ${span} como mucho, para que dé tiempo a reclamar.`,
  exceptWhom: '¿A quién excluye?',
  exceptOnlyHere: (place) =>
    `Solo puede participar gente de ${place}: solo a ella se la puede excluir.`,
  cannotTell: {
    members: 'No veo quién es miembro de este chat.',
    memberFor: 'Aquí no sé desde cuándo alguien es miembro.',
    roles: 'Aquí no hay roles.',
  },
  withoutRule: 'Quita esa regla. En Telegram veo a los miembros donde soy administrador.',
}
