import type { VerificationWords } from '../en/verification.ts'

export const verification: VerificationWords = {
  title: 'Tu código de verificación',
  code: 'Código',
  howTo:
    'Escríbelo en la página de reclamo en los próximos 10 minutos. Si no lo pediste, no hagas nada. No se lo des a nadie: nunca lo pedimos en un chat.',
}
