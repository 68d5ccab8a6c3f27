import type { StepsWords } from '../en/steps.ts'

export const steps: StepsWords = {
  submit: (chain) => `Enviado en ${chain}`,
  settle: (chain) => `Liquidado en ${chain}`,
  confirm: (chain) => `Confirmado de vuelta en ${chain}`,
  release: (chain) => `Pagado en ${chain}`,
  seen: 'vista, aún en ningún bloque',
  confirmed: 'en un bloque, aún no definitiva',
  took: (duration) => `tardó ${duration}`,
  underOneSecond: 'menos de 1 s',
  seconds: (seconds) => `${seconds} s`,
  minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
  noReason: 'no dio ningún motivo',
}
