import type { Platform } from '../../core/terms/identity.ts'
import type { Words } from '../words/words.ts'
import { action, field, text, type Card } from './card.ts'

/** Returns the card that a group gets when the bot is added to it: how to tip, and what its admins can set. */
export function greeting({ start, settings }: Words, platform: Platform): Card {
  return {
    title: start.addedTitle,
    tone: 'info',
    blocks: [
      text(start.added),
      text(start.forAdmins),
      field(settings.largestTip, '/settings largest-tip 50 usdc'),
      field(settings.tokens, '/settings tokens usdc eth'),
      field(settings.language, '/settings language en'),
      field(settings.quiet, '/settings quiet on'),
      field(settings.reaction, '/settings reaction 🔥 1 usdc'),
      ...(platform === 'telegram' ? [text(start.makeAdmin)] : []),
      action(start.allCommands, 'help'),
    ],
  }
}
