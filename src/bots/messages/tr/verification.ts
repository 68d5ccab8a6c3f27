import type { VerificationWords } from '../en/verification.ts'

export const verification: VerificationWords = {
  title: 'Doğrulama kodun',
  code: 'Kod',
  howTo:
    '10 dakika içinde talep sayfasına yaz. Sen istemediysen hiçbir şey yapma. Kimseye verme: sohbette asla sormayız.',
}
