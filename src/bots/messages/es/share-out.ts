import { plural } from '../plural.ts'
import type { ShareOutWords } from '../en/share-out.ts'

export const shareOut: ShareOutWords = {
  airdropSummary: 'Reparte una cantidad entre quienes pulsen primero un botón.',
  rainSummary: 'Reparte una cantidad entre quienes han estado activos aquí hace poco.',
  howMany: 'Cuántas partes, de 2 a 50',
  howManyPeople: 'Para cuántas personas, de 2 a 50',
  sizes: 'partes equal (iguales) o random (al azar)',

  people: (count) => plural('es', count, { one: '1 persona', other: `${count} personas` }),
  airdropTitle: (sum) => `Airdrop de ${sum}`,
  rainTitle: (sum) => `Lluvia de ${sum}`,
  roleTitle: (sum, role) => `Propina de ${sum} para todos los que tienen el rol ${role}`,
  shares: 'Partes',
  equal: (count, each) => `${count}, ${each} cada una`,
  range: (count, least, most) => `${count}, de ${least} a ${most}`,
  random: (count) => `${count}, de tamaño al azar`,
  whoGets: 'Quién lo recibe',
  andMore: (names, more) => `${names} y ${more} más`,
  firstCome:
    'Cuando haya llegado, quien pulse primero se lleva una parte, una por cuenta. Lo que nadie tome vuelve.',
  named: 'Cada parte espera solo a su persona. Lo que nadie reclame vuelve.',

  free: (sum, free, count) => `${sum}: quedan libres ${free} de ${count} partes`,
  allTaken: (sum, count) => `${sum}: las ${count} partes ya tienen dueño`,
  ended: (sum, taken, count) => `${sum}: se tomaron ${taken} de ${count} partes`,
  claimed: (sum, claimed, count) => `${sum}: han reclamado ${claimed} de ${count} personas`,
  take: 'Tomar una parte',
  claim: 'Reclamar',
  taken: 'Tomado por',
  paid: 'Reclamado hasta ahora',
  comesBack: 'Lo que quede vuelve',
  partly: (missing) =>
    plural('es', missing, {
      one: '1 parte no ha llegado.',
      other: `${missing} partes no han llegado.`,
    }),
  takenBack: 'Quien lo envió ha recuperado lo que quedaba.',

  takeBack: 'Recuperar el resto',
  takeBackTitle: '¿Recuperar el resto?',
  takeBackOpen: (sum) =>
    `Los ${sum} que nadie ha tomado todavía vuelven a ti en vales. Las partes tomadas son de quien las tomó.`,
  takeBackNamed: (sum) => `Los ${sum} que nadie ha reclamado todavía vuelven a ti en vales.`,
  cannotUndo: 'Esto no se puede deshacer.',
  yesTakeBack: 'Sí, recuperarlo',
  onItsWayBack: 'Lo que quedaba está en camino de vuelta a ti',
  onlySender: 'Solo quien lo envió puede recuperarlo.',
  leaveIt: 'Déjaselo a esa persona.',
  nothingLeft: 'Ya no queda nada.',
  seeSent: 'Mira lo que has enviado con /sent.',
  sentRow: (sum, taken, count) => `${sum} en ${count} partes, ${taken} de ellas tomadas`,
  takeBackNumber: (number) => `Recuperar el resto de ${number}`,

  confirmTitle: (count) =>
    plural('es', count, { one: '¿Enviar a 1 persona?', other: `¿Enviar a ${count} personas?` }),
  confirmRole: (sum, role) =>
    `Se repartirían ${sum} entre todos los que ahora tienen el rol ${role}, sin ti y sin bots.`,
  yesSend: (count) =>
    plural('es', count, {
      one: 'Sí, enviar a 1 persona',
      other: `Sí, enviar a ${count} personas`,
    }),
  notYours: 'Solo quien lo pidió puede seguir con esto.',

  onlyInGroups: 'Aquí no hay nadie más que pueda recibir una parte.',
  writeInGroup: 'Escríbelo en un grupo.',
  countMissing: 'Falta el número de partes.',
  badCount: (text) => `«${text}» no es un número de partes.`,
  giveCount: 'Da un número del 2 al 50.',
  tooLittle: (sum, count) => `${sum} es demasiado poco para ${count} partes.`,
  atLeast: (least) => `Envía al menos ${least}, o haz menos partes.`,
  nobodyActive: (hours) =>
    `Por lo que puedo ver, menos de dos personas más han escrito aquí en las últimas ${hours} horas.`,
  tipInstead: 'Repártelo con /airdrop, o nombra a alguien con /tip.',
  roleTooFew: (role) => `Menos de dos personas más tienen el rol ${role}.`,
  roleTooMany: (role, most) => `Más de ${most} personas tienen el rol ${role}.`,
  roleEverybody: 'Ese rol lo tiene todo el mundo.',
  roleUnseen: (role) => `No puedo ver quién tiene el rol ${role}.`,
  askOperator:
    'Añádeme a este servidor y pide a quien me gestiona que active el «Server Members Intent» de mi aplicación.',
}
