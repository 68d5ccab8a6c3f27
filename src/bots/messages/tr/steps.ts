import type { StepsWords } from '../en/steps.ts'

export const steps: StepsWords = {
  submit: (chain) => `${chain} üzerinde gönderildi`,
  settle: (chain) => `${chain} üzerinde işlendi`,
  confirm: (chain) => `${chain} üzerinde geri onaylandı`,
  release: (chain) => `${chain} üzerinde ödendi`,
  seen: 'görüldü, henüz bir blokta değil',
  confirmed: 'bir blokta, henüz kesin değil',
  took: (duration) => `${duration} sürdü`,
  underOneSecond: '1 sn’den az',
  seconds: (seconds) => `${seconds} sn`,
  minutes: (minutes, seconds) => `${minutes} dk ${seconds} sn`,
  noReason: 'neden belirtilmedi',
}
