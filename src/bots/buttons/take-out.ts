import { lastPayOut, leftByClaim, leftByGroup } from '../../claims/left-by-claim.ts'
import { NotFoundError } from '../../core/terms/errors.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { waysOut, type LeftVouchers } from '../../core/wallets/left-vouchers.ts'
import { leftByRequest } from '../../core/signing/left-by-request.ts'
import { takeOut } from '../../services/signing/take-out.ts'
import { liveReply } from '../cards/live-reply.ts'
import type { Action, Services } from '../dispatch/command.ts'

/**
 * The button under vouchers that came in the place of tokens: asks their owner's wallet to take them out on a chain, once. Anybody may press it,
 * since that wallet alone can sign, and they go to an address of its own; only where the owner is one of the presser's wallets may it be
 * another of those.
 */
export const takeOutAction: Action = {
  name: 'take-out',
  async run(arg, speaker, services) {
    const { network, signRequests, tracker, wallets } = services
    const { account, name, words } = speaker
    const parts = arg.split(':')
    const chainUid = parts.at(-1)
    const left = await leftBy(parts.slice(0, -1), services)
    const mine = await wallets.of(account)
    const ways = left && waysOut(network, left, mine)
    const to = ways?.find(({ chain_uid }) => chain_uid === chainUid)
    if (!left || !to) throw new NotFoundError(words.left.nothing, words.left.seeBalance)
    const asker = { ownerAccount: accountKey(account), ownerName: name }
    const deps = {
      network,
      signRequests,
      tracker,
      voucher: wallets.voucher,
      isContract: wallets.isContract,
    }
    const { id } = await takeOut(deps, left, to, asker, mine)
    return liveReply({ view: 'move', key: id }, 'asker', speaker, services)
  },
}

async function leftBy(
  [kind, id = '', claimId = '']: readonly string[],
  { claims, network, signRequests, tracker }: Services,
): Promise<LeftVouchers | undefined> {
  if (kind === 's') {
    const request = await signRequests.find(id)
    const { sentOn, txHash } = request
    const progress = txHash === undefined ? undefined : await tracker.progress(sentOn, txHash)
    return progress && leftByRequest(request, progress)
  }
  if (kind === 'g') {
    const group = await claims.group(id)
    return group && leftByGroup(group)
  }
  const claim = await claims.viewOwn(id)
  if (!claim) return undefined
  const payOut = lastPayOut(claim, claimId)
  const progress = payOut && (await tracker.progress(network.hub.chain_uid, payOut.txHash))
  return leftByClaim(claim, claimId, progress)
}
