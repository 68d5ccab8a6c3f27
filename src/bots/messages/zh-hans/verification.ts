import type { VerificationWords } from '../en/verification.ts'

export const verification: VerificationWords = {
  title: '你的验证码',
  code: '验证码',
  howTo:
    '请在 10 分钟内填到领取页面。如果不是你要的，请不用理会。不要告诉任何人：我们绝不会在聊天中索要它。',
}
