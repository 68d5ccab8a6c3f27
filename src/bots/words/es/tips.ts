import type {
  TipWords,
  TipCardWords,
  TipDetailsWords,
  ShareOutWords,
  SentWords,
  CancelWords,
  HeldWords,
} from '../en/tips.ts'
import { plural } from '../../../words/plural.ts'

export const tip: TipWords = {
  summary: 'Envía tokens a alguien por su nombre de usuario o respondiendo a su mensaje.',
  sendSummary: 'Envía tokens a un correo electrónico o a alguien de otra plataforma.',
  to: 'Quién lo recibe',
  others: 'Más personas, que reciben lo mismo cada una: @carol @dora',
  recipient: 'Un correo electrónico o un usuario de otro sitio: x:bobby, tg:bobby',
  amount: 'Cuánto: 5 o 0,25, $5, half, all',
  token: 'Qué token',
  chain: 'La cadena desde la que se paga',
  note: 'Unas palabras tuyas',
  personMenu: 'Dar propina',
  messageMenu: 'Dar propina al autor',
}

export const tipCard: TipCardWords = {
  title: (sum, who) => `Propina de ${sum} para ${who}`,
  arrivesAs: 'Llega como',
  vouchersFor: (sum, who) => `Vales por ${sum} que solo ${who} puede reclamar`,
  claimableOn: 'Se puede reclamar en',
  mailLater: (who) =>
    `Cuando haya llegado, ${who} recibirá un correo con un enlace para reclamarlo.`,
  cannotClaim: (who, place) =>
    `Las cuentas de ${place} aún no pueden identificarse aquí, así que ${who} no puede reclamarlo por ahora. Espera hasta que se configure; puedes recuperarlo con /cancel.`,
  unknown: (who) =>
    `Todavía no conozco a ${who}. La propina espera hasta que la cuenta con ese nombre de usuario venga a reclamarla.`,
  needsPin: (who) => `Por esta cantidad, ${who} necesita además un PIN tuyo.`,
  showPin: 'Mostrar mi PIN',
  showAddress: 'Ver dirección completa',
  passOn: (who) => `No puedo escribir a ${who}. Pásale tú el enlace de cobro.`,
  showLink: 'Ver enlace de cobro',

  sending: (sum, who) => `Enviando ${sum} a ${who}`,
  signed: (who) => `Firmado. ${who} podrá reclamarlo en cuanto sea definitivo.`,
  failed: (who) => `La propina para ${who} ha fallado`,
  refused: (chain, reason) => `${chain} rechazó la transacción: ${reason}.`,
  onlyFee: 'Solo se gastó la comisión de la red.',
  unreached: (who, chain) => `La propina para ${who} nunca llegó a ${chain}`,
  refunded: (who) => `La propina para ${who} se ha reembolsado`,
  refunding: (who) => `La propina para ${who} se está reembolsando`,
  hubRefused: (reason) => `El hub la rechazó: ${reason}.`,
  timedOut: (who) => `La propina para ${who} agotó el tiempo de espera`,
  needsAttention: (who) => `La propina para ${who} requiere atención`,
  vouchersKept: 'Tus vales siguen intactos.',
  vouchersStill: (sum) => `Los ${sum} siguen siendo vales tuyos.`,
  tokensKept: (sum) => `Los ${sum} siguen en tu cartera.`,
  tokensBack: (sum, chain) => `Los ${sum} están de nuevo en tu cartera en ${chain}.`,
  tokensHeld: (sum, chain) =>
    `Los ${sum} quedan retenidos en ${chain} hasta que el reembolso a tu cartera sea definitivo.`,

  claimable: (who, sum) => `${who} puede reclamar ${sum}`,
  claim: 'Reclamar',
  paidByAnother: (who) =>
    `Lo pagó otra cartera que la prevista. Espera en el hub hasta que ${who} lo reclame y no vuelve por sí solo: únicamente quienes gestionan este bot pueden devolverlo, a la cartera que pagó.`,
  paidTooMuch: (who) =>
    `Cuando esto llegó, lo que debía pagar ya estaba pagado o anulado. Aun así espera a ${who}: mientras no lo reclame, puedes recuperarlo.`,
  waitsFor: (who, sum) => `Espera a ${who}: ${sum}`,
  paying: (who, sum, chains) => `Pagando ${sum} a ${who}${onChains(chains)}`,
  paid: (who, sum, chains) => `${who} ha cobrado ${sum}${onChains(chains)}`,
  kept: (who, sum) => `${who} ha reclamado ${sum}`,
  paidAsVouchers: (who, sum) => `${who} ha cobrado ${sum} en vales`,
  heldAsVouchers: (who, chains) =>
    `${who} tiene el valor en vales${onChains(chains)}: la cadena no pudo pagarlo en tokens.`,
  goesBack: (sum, who) => `${sum} para ${who}: en camino de vuelta`,
  wentBack: (sum, who) => `${sum} para ${who}: devueltos`,
  takenBack: 'Quien lo envió lo ha recuperado.',
  unclaimed: (who) => `${who} no lo reclamó a tiempo.`,
  thanked: (who) => `${who} da las gracias.`,
  onItsWayBack: 'Está en camino de vuelta.',
  returnTriedAgain: 'La devolución se volverá a intentar por sí sola.',
  isBack: 'Vuelve a ser de quien lo envió, en vales.',
  mailRefused: (who) =>
    `Su servidor de correo no acepta mensajes para ${who}, así que nadie se ha enterado. ¿Es correcta la dirección? El valor espera en la cadena solo para esa dirección.`,
  mailUnwanted: (who) =>
    `${who} pidió no recibir correos de aquí, así que no le escribo. Pásale tú el enlace de cobro o recupéralo con /cancel.`,
  mailWaits: (who) => `Un correo para ${who} está en camino.`,
  mailSent: (who) => `Se envió a ${who} un correo con un enlace para reclamarlo.`,
}

const onChains = (chains: string) => (chains === '' ? '' : ` en ${chains}`)

export const tipDetails: TipDetailsWords = {
  notYours: 'Solo quien lo envió puede ver sus detalles.',
  leaveIt: 'Déjaselo a esa persona. Lo que envíes tú tendrá detalles para ti.',
  title: (to) => `Para ${to}`,
  amount: 'Cantidad',
  to: 'Para',
  pin: 'PIN',
  pinLater:
    'El PIN aparece en cuanto tu cartera haya firmado: hasta entonces, otra forma de pago puede tener otro.',
  pinSealed:
    'Ya no puedo mostrar el PIN: se cambió la clave con la que estaba sellado. Quien me administra puede recuperarla como VAULT_KEY_OLD; si aún no has dado el PIN, recupera el pago y envíalo de nuevo.',
  tellThem: (to) =>
    `${to} lo necesita para cobrar, además de un código que recibe en su buzón. Díselo tú, y no por correo: quien lea el buzón no debe tener ambas cosas.`,
  link: 'Enlace de cobro',
  noLink: (to) => `${to} se entera por mí y no necesita ningún enlace tuyo.`,
  giveLink: (to) => `Pásaselo a ${to}. Abre la página de cobro, y allí solo cobra esa cuenta.`,
}

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
  peopleTitle: (sum, count) => `Propina de ${sum} en total para ${count} personas`,
  onlyAlone: (who) => `${who} necesita un enlace o un PIN tuyo, que es para una sola persona.`,
  sendAlone: 'Envíaselo por separado.',
  shares: 'Partes',
  equal: (count, each) => `${count}, de ${each} por persona`,
  range: (count, least, most) => `${count}, de ${least} a ${most}`,
  random: (count) => `${count}, de tamaño al azar`,
  whoGets: 'Quién lo recibe',
  andMore: (names, more) => `${names} y ${more} más`,
  firstCome:
    'Cuando haya llegado, quienes pulsen primero se llevan una parte, una por cuenta. Lo que nadie tome vuelve.',
  named: 'Cada parte espera solo a su persona. Lo que nadie reclame vuelve.',

  free: (sum, free, count) =>
    `${sum}: ${plural('es', free, { one: 'queda libre', other: 'quedan libres' })} ${free} de ${count} partes`,
  allTaken: (sum, count) => `${sum}: las ${count} partes ya tienen dueño`,
  ended: (sum, taken, count) =>
    `${sum}: ${plural('es', taken, { one: 'se tomó', other: 'se tomaron' })} ${taken} de ${count} partes`,
  claimed: (sum, claimed, count) =>
    `${sum}: ${plural('es', claimed, { one: 'ha', other: 'han' })} reclamado ${claimed} de ${count} personas`,
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
  restGoesBack: (sum) => `Lo que nadie reclamó (${sum}) vuelve a quien lo envió.`,
  restIsBack: (sum) => `Lo que nadie reclamó (${sum}) vuelve a ser de quien lo envió, en vales.`,
  yourRestGoesBack: (sum) => `Lo que nadie reclamó (${sum}) vuelve a ti.`,
  yourRestIsBack: (sum) => `Lo que nadie reclamó (${sum}) vuelve a ser tuyo, en vales.`,

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
  sentRow: (sum, taken, count) =>
    plural('es', count, {
      one: `${sum} en 1 parte, tomadas: ${taken}`,
      other: `${sum} en ${count} partes, tomadas: ${taken}`,
    }),
  unmet: (names) =>
    `Todavía no conozco a ${names}. Lo que es para un nombre así espera hasta que la cuenta a la que pertenece venga a reclamarlo.`,
  unclaimed: 'Quién no ha cobrado',
  unclaimedOf: (number) => `Quién no ha cobrado el ${number}`,
  needSender: (count) => `${count} de ellas necesitan algo del remitente antes de poder cobrar.`,
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
  badCount: (text) => `No pueden ser «${text}».`,
  giveCount: (least) => `Da un número del ${least} al 50.`,
  tooLittle: (sum, count) => `${sum} es demasiado poco para ${count} partes.`,
  partTooLittle: (token, count) =>
    `Esa parte de tus ${token} es demasiado poco para ${count} partes.`,
  atLeast: (least) => `Envía al menos ${least}, o haz menos partes.`,
  nobodyActive: (hours) =>
    `Por lo que puedo ver, menos de dos personas más han escrito aquí en las últimas ${hours} horas.`,
  fewerActive: (found, wanted, hours) =>
    `Por lo que puedo ver, solo ${found} personas más han escrito aquí en las últimas ${hours} horas: se lo reparten ellas, en lugar de ${wanted}.`,
  tipInstead: 'Repártelo con /airdrop, o nombra a alguien con /tip.',
  roleTooFew: (role) => `Menos de dos personas más tienen el rol ${role}.`,
  roleTooMany: (role, most) => `Más de ${most} personas tienen el rol ${role}.`,
  peopleTooMany: (count, most) => `Son ${count} personas; una propina es para ${most} como máximo.`,
  tipTwice: 'Nombra a menos personas o da dos propinas.',
  halfEach: (count) => `La mitad para cada una de ${count} personas es más de lo que tienes.`,
  allEach: (count) => `Todo para cada una de ${count} personas es más de lo que tienes.`,
  sharePart: 'Quita «each» y se lo repartirán, o indica una cantidad.',
  roleEverybody: 'Ese rol lo tiene todo el mundo.',
  roleUnseen: (role) => `No puedo ver quién tiene el rol ${role}.`,
  askOperator:
    'Añádeme a este servidor y pide a quien me gestiona que active el «Server Members Intent» de mi aplicación.',
}

export const sent: SentWords = {
  summary: 'Muestra lo que enviaste, lo recupera o envía su enlace de nuevo.',
  title: 'Lo que enviaste',
  row: (sum, who, state) => `${sum} para ${who}: ${state}`,
  nothing: 'Todavía no ha llegado nada tuyo',
  whatIsListed: 'Lo que envíes con /tip o /send aparecerá aquí cuando esté en el hub.',

  waitsUntil: (day) => `espera hasta el ${day}, después vuelve a ti`,
  paidByAnother:
    'espera a que lo reclamen; lo pagó otra cartera, y solo quienes gestionan este bot pueden devolverlo allí',
  waitsForKey: 'espera a quien tenga su clave',
  expired: 'nadie lo reclamó a tiempo; vuelve a ti',
  redeeming: 'se está pagando',
  paid: 'ya se ha reclamado',
  onItsWayBack: 'está volviendo a ti',
  cancelled: 'lo recuperaste; es tuyo en vales: /withdraw',
  returned: 'nadie lo reclamó a tiempo; vuelve a ser tuyo, en vales: /withdraw',

  confirm: (number) => `Confirmar quién recibe el ${number}`,
  cancel: (number) => `Cancelar el ${number}`,
  linkFor: (number) => `Enlace de cobro para el ${number}`,
  newLinkFor: (number) => `Enlace nuevo para el ${number}`,

  newLink: 'Un enlace nuevo está en camino',
  newLinkUnsent: 'Hay un enlace nuevo',
  whereItGoes: 'Llega adonde solo lo lee su destinatario. El enlace anterior ya no se abre.',

  notHeld: 'Ya no hay nada tuyo retenido por esto.',
  look: 'Míralo con /sent.',
}

export const cancel: CancelWords = {
  summary: 'Recupera lo que nadie ha reclamado todavía.',
  number: 'Su número en /sent',
  useNumber: 'Escribe /cancel con un número de tu lista: /sent',
  noNumber: (number) => `No existe el número ${number} en tu lista.`,
  seeList: 'Mira la lista con /sent.',
  notListed: 'Esto ya no está en tu lista.',

  title: '¿Recuperarlo?',
  amount: 'Cantidad',
  sentTo: 'Enviado a',
  comesBackAs: 'Vuelve como',
  cannotUndo: 'Después nadie podrá reclamarlo. Esto no se puede deshacer.',
  yes: 'Sí, recuperarlo',
  no: 'No, dejarlo así',
  kept: 'No se ha cambiado nada',
}

export const held: HeldWords = {
  title: (sum, who) => `${sum}: ¿quién es ${who}?`,
  changed: (who) =>
    `${who} quedó libre o ha sido de más de una cuenta. Solo tú sabes a quién te refieres.`,
  stale: (who) =>
    `Cuando lo enviaste hacía mucho que no se veía a ${who}, y puede que ahora sea de otra persona. Solo tú sabes a quién te refieres.`,
  isHeld: 'Está retenido: nadie puede reclamarlo antes de que decidas.',
  coolingTitle: (sum, who) => `${sum} para ${who} espera un poco más`,
  cooling: (who, time) =>
    `La cuenta de ${who} tiene este nombre de usuario desde hace poco. Podrá reclamarlo desde el ${time}. Si te referías a otra persona, recupéralo antes.`,
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
  another: 'El remitente se refería a otra cuenta',
  row: 'Retenido hasta que el remitente diga a quién se refiere.',
  rowFrozen: 'En pausa por decisión de quienes gestionan este bot; no se pierde nada.',
  rowFrom: (time) =>
    `Se puede reclamar desde el ${time}, porque el nombre de usuario cambió hace poco.`,

  onCard: (sum, who) => `${sum} para ${who} está retenido`,
  onCardWhy: (who) =>
    `No se sabe con certeza de quién es ${who}, así que el remitente decide quién lo recibe o lo recupera.`,
  onCardFrom: (who, time) =>
    `${who} es un nombre de usuario que cambió hace poco, así que se puede reclamar desde el ${time}. Hasta entonces el remitente puede recuperarlo.`,
}
