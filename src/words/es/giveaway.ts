import type { GiveawayPageWords } from '../en/giveaway.ts'
import { plural } from '../plural.ts'

export const giveaway: GiveawayPageWords = {
  cannotShow: 'No se puede mostrar este sorteo',
  fetching: 'Cargando el sorteo.',
  titles: {
    open: 'Sorteo: se puede participar',
    drawing: 'Sorteo: está a punto de celebrarse',
    void: 'Sorteo: no se sorteó nada',
    checking: 'Comprobando el sorteo',
    right: 'El sorteo es correcto',
    wrong: 'El sorteo no cuadra',
    unsure: 'No se pudo comprobar todo',
  },
  verdicts: {
    checking: (chain) => `Preguntando a ${chain} por el bloque que decidió.`,
    right: (chain) =>
      `Tu navegador le ha preguntado a ${chain} por el bloque que decidió y ha repetido el sorteo. Todo cuadra.`,
    wrong: 'Lo que no cuadra está marcado abajo.',
    unsure:
      'Tu navegador ha repetido el sorteo y lo demás cuadra, pero el bloque lo tiene solo del registro.',
  },
  noNode: (chain) => `El registro no nombra ningún nodo de ${chain} al que preguntar.`,
  noAnswer: (chain) => `${chain} no dijo cuál es el bloque.`,
  wasVoid: 'No se pagó, o quien lo creó lo recuperó.',

  winners: 'Premios',
  ends: 'Termina',
  mayEnter: 'Quién puede participar',
  everybody: 'Todos en su chat menos quien lo creó',
  members: 'Solo miembros',
  membersFor: (span) => `Miembros desde hace al menos ${span}`,
  withRole: (role) => `Quienes tengan el rol ${role}`,
  onceADay: 'Nadie que haya ganado allí en las 24 horas anteriores al final',
  except: (count) =>
    plural('es', count, {
      one: 'Menos 1 persona excluida por su nombre',
      other: `Menos ${count} personas excluidas por su nombre`,
    }),

  whoEntered: 'Quién participó',
  entered: (count) =>
    plural('es', count, { one: 'Participó 1 persona.', other: `Participaron ${count} personas.` }),
  nobody: 'No participó nadie.',
  won: (numbers, count) =>
    plural('es', count, {
      one: `Ganó el número ${numbers}.`,
      other: `Ganaron los números ${numbers}.`,
    }),
  leftOut: (numbers) =>
    `Fuera del sorteo, por haber ganado en el mismo chat en las 24 horas anteriores: ${numbers}.`,
  noNames:
    'Cada persona recibió el siguiente número al pulsar por primera vez. Aquí no hay nombres: solo quien tiene un boleto lo encuentra en la lista. La tarjeta del chat dice quién ganó.',
  list: 'La lista completa',
  number: 'Número',
  nameInList: 'Nombre en la lista',
  cameOfIt: 'Resultado',
  results: { won: 'ganó', lost: 'no ganó', struck: 'fuera del sorteo', none: 'aún sin sortear' },
  yourTicket: 'Tu boleto',
  ticketLike: 'Como te lo dijo el bot al participar, entero: por ejemplo, telegram:42 0011…',
  you: {
    won: (number) => `Tienes el número ${number} y has ganado.`,
    lost: (number) => `Tienes el número ${number} y no has ganado.`,
    struck: (number) => `Tienes el número ${number} y quedaste fuera del sorteo.`,
    none: (number) => `Tienes el número ${number}.`,
    absent: 'Este boleto no está en la lista. Cópialo entero.',
  },

  stepByStep: 'Paso a paso',
  steps: {
    seed: 'La semilla estaba fijada antes de que nadie participara',
    entrants: 'Cada persona está una sola vez en la lista',
    block: 'Decide el primer bloque después del final',
    winners: 'Ganan las puntuaciones más bajas',
  },
  plan: {
    seed: (hash) =>
      `La semilla son 32 bytes aleatorios que siguen en secreto hasta el sorteo. Su hash SHA-256 está en la tarjeta desde el principio: ${hash}`,
    entrants: 'Un número no cambia nunca, y no hay huecos.',
    block: (chain, end) =>
      `El primer bloque de ${chain} a partir de ${end}. Nadie puede conocer antes su hash.`,
    winners: 'La semilla y ese hash dan a cada número una puntuación.',
  },
  done: {
    fixed: (hash) => `La tarjeta mostró su hash SHA-256 desde el principio: ${hash}`,
    seed: (seed) =>
      `La semilla, que se mostró después del sorteo, es ${seed}. Su hash es el de arriba.`,
    unpromised:
      'Abre esta página con el enlace de tu boleto y se compara también con lo que se prometió cuando participaste.',
    promisedHash: 'El enlace de tu boleto lleva el mismo hash.',
    promised:
      'El enlace de tu boleto lleva el mismo hash, el mismo final, la misma cadena y el mismo número de ganadores.',
    entrants: (count) =>
      plural('es', count, {
        one: 'Hay 1 número.',
        other: `Hay ${count} números sin huecos, y ningún nombre está dos veces.`,
      }),
    block: (height, time, hash) => `El bloque ${height}, de ${time}, tiene el hash ${hash}`,
    asked: (node) => `Lo dice ${node}, y también que el bloque anterior es de antes del final.`,
    winners: (numbers) =>
      `La puntuación de un número es el hash SHA-256 de la semilla, el hash del bloque y el número. Tu navegador las ha calculado todas; de mejor a peor: ${numbers}.`,
    noWinners: 'No había nadie entre quien sortear.',
  },
  faults: {
    noSeed: 'El registro no muestra ninguna semilla.',
    otherSeed: (hash, shown) =>
      `La semilla tiene el hash ${hash}. El que se mostró antes de que nadie participara es otro: ${shown}`,
    otherPromise: (hash, shown) =>
      `Cuando participaste, se te mostró el hash ${hash}. El registro tiene otro: ${shown}`,
    otherEnd: (promised, shown) =>
      `Cuando participaste, el final era ${promised}. El registro tiene otro: ${shown}`,
    otherChain: (promised, shown) =>
      `Cuando participaste, iba a decidir un bloque de ${promised}. El registro tiene otra cadena: ${shown}`,
    otherCount: (promised, shown) =>
      `Cuando participaste, iban a ganar tantos: ${promised}. El registro dice: ${shown}`,
    numbering: 'Los números no van desde el 1 sin huecos.',
    twice: 'Un nombre está dos veces en la lista.',
    struck: 'Alguien quedó fuera, aunque ninguna regla excluye a quien ya ganó.',
    noBlock: 'El registro no nombra ningún bloque.',
    otherHash: (seen, said) => `El bloque tiene el hash ${seen}. El registro dice otro: ${said}`,
    otherTime: (seen, said) => `El bloque es de ${seen}. El registro dice otra hora: ${said}`,
    beforeEnd: (seen) => `El bloque es de antes del final: ${seen}`,
    notFirst: (seen) => `No es el primero: el bloque anterior es de ${seen}`,
    otherWinners: (due, said) =>
      `Según estas puntuaciones, gana: ${due}. El registro dice: ${said}`,
  },
  none: 'nadie',

  byYourself: 'Compruébalo por tu cuenta',
  ofTheServer:
    'Esta página y el registro vienen del servidor que hizo el sorteo. Para no tener que creerle, ejecuta esto en un ordenador tuyo, con un nodo que elijas tú:',
  record: 'El registro, como lo leen los programas',
}
