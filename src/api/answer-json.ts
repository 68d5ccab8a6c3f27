import { NO_CLAIMER, type EvmMessage, type TransactionBuild } from '../core/terms/shapes.ts'
import type { TrackAnswer } from '../core/tracking/tracking-record.ts'

const NO_CLAIMER_JSON = JSON.stringify(NO_CLAIMER)

/**
 * An operation's answer as JSON; an EVM build in a fraction of the time of `JSON.stringify`, which looks at every character
 * for one to escape, while nearly all of such an answer is calldata, whose digits never are.
 */
export function answerJson(answer: TransactionBuild | TrackAnswer): string {
  if (!('type' in answer) || answer.type === 'cosmwasm') return JSON.stringify(answer)
  const { msgs, claimer } = answer
  let json = JSON.stringify({ ...answer, msgs: undefined, claimer: undefined }).slice(0, -1)
  if (claimer)
    json += `,"claimer":${claimer === NO_CLAIMER ? NO_CLAIMER_JSON : JSON.stringify(claimer)}`
  return `${json},"msgs":[${msgs.map(messageJson).join(',')}]}`
}

/** `data`, `value` and `gasLimit` are hex by their schema. */
function messageJson({ chainId, to, data, value, gasLimit }: EvmMessage): string {
  const gas = gasLimit === undefined ? '' : `,"gasLimit":"${gasLimit}"`
  return `{"chainId":${JSON.stringify(chainId)},"to":${JSON.stringify(to)},"data":"${data}","value":"${value}"${gas}}`
}
