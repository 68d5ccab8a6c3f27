import { createHub } from '../../src/chains/hub/hub.ts'
import { denomOn, tokenOf } from '../../src/core/terms/network.ts'
import type { Operations } from '../../src/services/operations/operations.ts'
import { createJsonOperations } from '../services/json-edge.ts'
import { TransactionBuild } from '../../src/core/terms/shapes.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { createPersonaWallets } from '../../src/devnet/persona-wallets.ts'
import { connectBooks } from './books.ts'
import { PATIENT } from './patient.ts'

/** Alice's wallet, with the service's own builds, and the books of the network that she uses. */
export async function connectAlice({ network, personas }: Devnet) {
  const books = await connectBooks(network)
  const operations = createJsonOperations({
    network,
    claimers: { create: () => Promise.reject(new Error('nobody is to be a claimer here')) },
    pools: createHub(network, PATIENT),
    now: () => new Date(),
  })
  const wallets = createPersonaWallets(network)
  const [alice] = personas
  if (!alice) throw new Error('there is no alice')

  /** An asset as requests name it: in its real form on a chain. */
  const asset = (chainUid: string, token: string) => {
    const token_type = denomOn(tokenOf(network, token), chainUid)
    if (!token_type) throw new Error(`${token} is not at home on ${chainUid}`)
    return { token, token_type }
  }
  return {
    books,
    asset,
    /** Builds an operation as the service does, signs it as alice's wallet does, and sends it. */
    async run(name: keyof Operations, chainUid: string, request: object) {
      const sender = await books.userOn(chainUid, 'alice')
      const build = TransactionBuild.parse(await operations[name]({ sender, ...request }))
      return wallets.broadcast(alice, build)
    },
  }
}
