import type { TransactionBuild } from '../core/shapes.ts'
import type { TrackAnswer } from '../core/tracking/tracking-record.ts'

/**
 * An operation's answer as JSON: the text of `JSON.stringify`, for an EVM build in a fraction of its time. It looks at
 * every character for one to escape, and nearly all of such an answer is calldata, whose digits never are.
 */
export function answerJson(answer: TransactionBuild | TrackAnswer): string {
  if (!('type' in answer) || answer.type === 'cosmwasm') return JSON.stringify(answer)
  const withoutData = { ...answer, msgs: answer.msgs.map((msg) => ({ ...msg, data: '' })) }
  // Within a string the quotes would be escaped, so this can only be the field itself.
  const pieces = JSON.stringify(withoutData).split('"data":""')
  return answer.msgs.reduce(
    (json, { data }, index) => `${json}"data":"${data}"${pieces[index + 1]}`,
    pieces[0] ?? '',
  )
}
