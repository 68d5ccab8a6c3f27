import type { Progress } from '../../src/core/tracking/progress.ts'
import type { SignView } from '../../src/calls/sign-calls.ts'
import { ALICE_EVM } from '../core/sample-network.ts'
import { sampleSignView } from '../web/sample-sign-view.ts'
import type { Answer } from './pages-server.ts'

const HASH = `0x${'2'.repeat(64)}`

/**
 * The server's far end of one sign request: keeps who signed and what was reported. Its transaction takes two looks. The
 * first `failingReports` find the chain away, the `unseenReports` after them the transaction in no block yet.
 */
export function signStandIn({
  failingReports = 0,
  unseenReports = 0,
  refusedReports = 0,
  isOpenToAll = false,
  asked = sampleSignView(),
}: {
  failingReports?: number
  unseenReports?: number
  refusedReports?: number
  isOpenToAll?: boolean
  asked?: SignView
} = {}) {
  let view = asked
  const prepared: unknown[] = []
  /** Open to any wallet until one has signed. */
  const shown = (): SignView =>
    isOpenToAll && view.status === 'open' ? { ...view, sender_address: null, build: null } : view
  let looks = 0
  const signedBy: string[] = []
  const reported: unknown[] = []
  const signed = () => {
    view = { ...view, status: 'signed', tx_hash: HASH, progress: progress('waiting') }
  }

  const answer: Answer = ({ method, path, body }) => {
    switch (`${method} ${path}`) {
      case 'GET /api/v1/sign/sr-1':
        if (view.status === 'signed' && (looks += 1) > 1)
          view = { ...view, progress: progress('done') }
        return { body: shown() }
      case 'POST /api/v1/sign/sr-1/prepare':
        prepared.push(body['address'])
        return { body: view }
      case 'POST /api/v1/sign/sr-1/report':
        reported.push(body['tx_hash'])
        if (reported.length <= failingReports) {
          return {
            status: 503,
            body: {
              error: {
                code: 'CHAIN_UNAVAILABLE',
                message: 'Base cannot be reached right now.',
                fix: 'Try again in a moment.',
                request_id: 'r-7',
              },
            },
          }
        }
        if (reported.length <= failingReports + unseenReports) {
          return {
            status: 404,
            body: {
              error: {
                code: 'NOT_FOUND',
                message: 'base does not know the transaction.',
                fix: 'Check that your wallet has sent it.',
                request_id: 'r-8',
              },
            },
          }
        }
        if (reported.length <= refusedReports) {
          return {
            status: 422,
            body: {
              error: {
                code: 'TRANSACTION_FAILED',
                message: 'The chain refused the transaction: paused.',
                fix: 'Nothing was moved.',
                request_id: 'r-9',
              },
            },
          }
        }
        signed()
        view = { ...view, tx_hash: String(body['tx_hash']) }
        return { body: view }
      case 'POST /playground/api/sign':
        signedBy.push(String(body['from']))
        signed()
        return { body: { chain_uid: 'base', tx_hash: HASH } }
      default:
        return undefined
    }
  }
  return { answer, signedBy, reported, prepared, sender: ALICE_EVM }
}

function progress(confirm: 'waiting' | 'done'): Progress {
  return {
    outcome: confirm === 'done' ? 'completed' : 'pending',
    txId: 'tx-1',
    hops: [
      { kind: 'submit', chain_uid: 'base', state: 'done', tx_hash: HASH, timeMs: 1, detail: '' },
      {
        kind: 'settle',
        chain_uid: 'vsl',
        state: confirm,
        tx_hash: confirm === 'done' ? 'AB'.repeat(32) : '',
        detail: '',
      },
      {
        kind: 'confirm',
        chain_uid: 'base',
        state: confirm,
        tx_hash: confirm === 'done' ? `0x${'3'.repeat(64)}` : '',
        detail: '',
      },
    ],
  }
}
