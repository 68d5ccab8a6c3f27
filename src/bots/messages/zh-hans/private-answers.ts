import type { PrivateAnswersWords } from '../en/private-answers.ts'

export const privateAnswers: PrivateAnswersWords = {
  written: '我已私信你',
  writtenTo: (name) => `${name}，回复在我们的私聊里。`,
  unreachable: '我无法私信你',
  unreachableBy: (name) =>
    `${name}，这条回复只给你看，但我还不能给你发消息。请打开与我的私聊，点击“开始”，然后再问一次。`,
  open: '打开私聊',
  startToRead: (name) =>
    `${name}，这条回复只给你看，但我还不能给你发消息。请打开我们的私聊并点击“开始”：它会在那里保留一天。`,
  nobody: '你是谁？',
  nobodyAsked:
    '这条消息是以群组或频道的名义发出的，我无法知道是谁的钱包。请以本人身份发送：管理员请先关闭“匿名”。',
}
