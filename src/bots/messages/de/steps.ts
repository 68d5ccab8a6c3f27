import type { StepsWords } from '../en/steps.ts'

export const steps: StepsWords = {
  submit: (chain) => `Gesendet auf ${chain}`,
  settle: (chain) => `Abgewickelt auf ${chain}`,
  confirm: (chain) => `Zurückbestätigt auf ${chain}`,
  release: (chain) => `Ausgezahlt auf ${chain}`,
  seen: 'gesehen, noch in keinem Block',
  confirmed: 'in einem Block, noch nicht endgültig',
  took: (duration) => `dauerte ${duration}`,
  underOneSecond: 'unter 1 s',
  seconds: (seconds) => `${seconds} s`,
  minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
  noReason: 'einen Grund nannte sie nicht',
}
