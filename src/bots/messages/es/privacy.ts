import type { PrivacyWords } from '../en/privacy.ts'

export const privacy: PrivacyWords = {
  summary: 'Mira lo que guardo de ti y haz que se borre.',
  part: 'erase, para borrar lo que se puede',
  title: 'Lo que guardo de ti',
  account: 'Tu cuenta',
  accountIs:
    'Su número, tus nombres de usuario con el tiempo en que los tuviste y nuestro chat privado, mientras este servidor funcione: así el dinero que te envían te encuentra a ti y a nadie más.',
  language: 'Tu idioma',
  languageIs: 'Hasta que lo cambies o lo borres.',
  talk: 'Cuándo escribiste por última vez en un grupo conmigo',
  talkIs: 'Un día, para /rain. De lo que escribes solo guardo los comandos, hasta responderlos.',
  wallets: 'Carteras que vinculaste',
  walletsIs:
    'Sus direcciones públicas, hasta que las desvincules o las borres. Nunca tengo tus claves.',
  mailboxes: 'Buzones que demostraste tuyos en nuestro chat',
  mailboxesIs: 'Durante media hora; lo más antiguo se va cuando alguien demuestra otro.',
  quotes: 'Precios que pediste y transacciones que sigues',
  quotesIs: 'Hasta que los borres.',
  money: 'Lo que firmaste, enviaste y recibiste',
  moneyIs:
    'Cantidades, nombres y notas, para siempre: sin ellos nadie podría reclamarlo ni recuperarlo. Las cadenas también lo guardan en público.',
  erase: 'Borrar lo que se puede',
  askTitle: '¿Borrarlo?',
  goes: 'Se van tu idioma, cuándo escribiste en grupos, los precios que pediste, las transacciones que sigues, los vínculos con tus carteras y los buzones que demostraste tuyos.',
  stays:
    'Tu cuenta y lo que firmaste, enviaste y recibiste se quedan: puede depender de ello el dinero de alguien. Esto no se puede deshacer.',
  yes: 'Sí, bórralo',
  doneTitle: 'Borrado',
  done: 'Lo que se puede borrar ya no está. Cuando me escribas otra vez, aprenderé tu idioma de nuevo.',
}
