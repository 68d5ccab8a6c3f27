import type { SigningWords } from '../en/signing.ts'

export const signing: SigningWords = {
  from: 'Von',
  walletLater: (chain) => `${chain}, Wallet wird auf der Signierseite verbunden`,
  fee: 'Gebühr',
  gasOnly: 'Nur das Gas der Chain, deine Wallet bezahlt es',
  sign: 'Signieren',
  expired:
    'Das wurde nicht rechtzeitig signiert, die Anfrage ist abgelaufen. Es wurde nichts gesendet.',
  askAgain: 'Frag mit demselben Befehl noch einmal.',
}
