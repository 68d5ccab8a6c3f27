import type { HelpWords } from '../en/help.ts'

export const help: HelpWords = {
  summary: '列出所有命令，或说明其中一个。',
  which: '哪一个',
  title: '我能做的事',
  more: '了解某个命令：/help tip',
  usage: '用法',
  example: '示例',
}
