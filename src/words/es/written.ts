import type { WrittenWords } from '../en/written.ts'
import { page, problems, progress } from './parts.ts'

const landing: WrittenWords['landing'] = {
  title: 'Vouch - envía dinero a un usuario, en cualquier cadena',
  description:
    'Envía dinero a un usuario o a una dirección de correo, en cualquier cadena, con un mensaje de chat.',
  heading: 'Envía a un usuario, no a una dirección.',
  lead: (command) =>
    `Escribe ${command} en tu chat y firma con tu propia cartera. Bobby demuestra que es @bobby, elige cualquier cadena y cobra allí.`,
  api: 'Leer la documentación de la API',
  say: 'Dilo',
  sayMore:
    'Un mensaje del chat se convierte en una transacción sin firmar. Nada se mueve hasta que la firma tu cartera.',
  sign: 'Fírmalo',
  signMore:
    'La página de firma dice con palabras qué hacen los bytes. Tus claves se quedan en tu cartera.',
  claim: 'Reclámalo',
  claimMore:
    'Para recibir no hace falta tener cartera: basta un nombre de usuario. Cada paso se ve en directo.',
}

const trackPage: WrittenWords['trackPage'] = {
  notFollowed: 'Aún sin seguimiento',
  nobodyAsked: 'Nadie ha preguntado todavía por esta transacción.',
  follow: 'Seguir esta transacción',
  updates: 'Esta página se actualiza sola.',
  lost: 'Se ha perdido la conexión. Lo intentamos de nuevo…',
}

const unsubscribe: WrittenWords['unsubscribe'] = {
  about: 'Correos sobre lo que te espera',
  question:
    'Escribimos a esta dirección cuando alguien le envía dinero y antes de que se devuelva. ¿No quieres más correos de estos?',
  noMore: 'No habrá más correos',
  noMoreMeans:
    'A esta dirección no se envía nada más, salvo los códigos que pidas tú. Lo que te espera sigue esperando.',
  notFromThem: 'No habrá más correos de este remitente',
  notFromThemMeans:
    'Ya no se avisa por correo de lo que este remitente envía a esta dirección. Lo que te espera sigue esperando.',
  stopAll: 'Nada más a esta dirección',
  stopSender: 'Nada más de este remitente',
  undo: 'Deshacer: volver a recibir correos',
}

const failures: WrittenWords['failures'] = {
  titles: {
    missing: 'Aquí no hay nada',
    over: 'Esto ha terminado',
    busy: 'Ahora no es posible',
    fault: 'Algo ha ido mal',
    refused: 'No ha funcionado',
  },
  nothingAt: (address) => `No hay nada en ${address}.`,
  checkAddress: 'Comprueba la dirección.',
  missing: 'Lo que había en esta dirección no está aquí o ya no existe.',
  over: 'Lo que abría este enlace ha terminado o ya se usó.',
  busy: 'Vouch no puede responder en este momento.',
  starting: 'Este servidor se está iniciando.',
  fault: 'Algo ha ido mal por nuestra parte.',
  refused: 'La dirección, o lo que se le envió, no se puede usar.',
  askAnew: 'Abre el enlace otra vez tal como lo recibiste, o pide uno nuevo donde te lo dieron.',
  laterOrTell:
    'Inténtalo de nuevo; si sigue igual, dale a quien gestiona el servicio el número de la solicitud.',
  home: 'Ir a la página de inicio',
}

const letters: WrittenWords['letters'] = {
  sentYou: (name, sum) => `${name} te ha enviado ${sum}`,
  severalSent: (count, sum) => `${count} remitentes te han enviado ${sum}`,
  stillWaits: (name, sum) => `Aún te espera: ${sum} de ${name}`,
  severalStillWait: (count, sum) => `Aún te espera: ${sum} de ${count} remitentes`,
  sumFrom: (name, sum) => `${sum} de ${name}`,
  writes: (name) => `${name} escribe:`,
  howToClaim:
    'Te espera a ti, y es solo para esta dirección. Abre la página, pide un código (también llega por correo) y di dónde quieres cobrar.',
  howToClaimAll:
    'Todo te espera a ti, y es solo para esta dirección. Abre una página, pide un código (también llega por correo) y di dónde quieres cobrar. Después del primer código, la página muestra qué más te espera.',
  claim: 'Reclamarlo',
  newLink: 'Este enlace sustituye al que tenías, que ya no abre nada.',
  waitsUntil: (day, name) => `Te espera hasta el ${day}. Después vuelve a ${name}.`,
  needsPin: (name) =>
    `Para esta cantidad necesitas además un PIN de 6 caracteres. Lo tiene ${name}: pídeselo, pero no respondiendo a este correo.`,
  caution:
    'Abrir la página no gasta nada. Guarda el enlace para ti. Nunca pedimos una contraseña ni una clave tuya. Si no esperabas esto, no hagas nada.',
  otherLanguages: (names) =>
    `${names}: elige tu idioma en la página de cobro. Los correos que sigan también vendrán en él.`,
  why: 'Recibes este correo porque alguien ha enviado dinero a esta dirección.',
  stop: 'No recibir más correos de estos',
  codeIs: (code) => `${code} es tu código de Vouch`,
  yourCode: 'Tu código de verificación',
  code: 'Código',
  typeIt:
    'Escríbelo donde lo pediste, en la página de cobro o en tu chat privado con el bot, en un plazo de 10 minutos.',
  newestCounts: 'Solo vale el código más reciente; uno anterior ya no sirve.',
  notAsked:
    'Si no lo pediste, no hagas nada. No se lo des a nadie ni lo escribas nunca en un grupo.',
}

export const written: WrittenWords = {
  landing,
  trackPage,
  unsubscribe,
  failures,
  letters,
  page,
  problems,
  states: progress.states,
}
