import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { Secp256k1, sha256 } from '@cosmjs/crypto'
import { fromUtf8, toBase64, toUtf8 } from '@cosmjs/encoding'
import { decodeTxRaw } from '@cosmjs/proto-signing'
import { calculateFee, GasPrice } from '@cosmjs/stargate'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { z } from 'zod'

import { buildClaimDocument, claimSigner } from '../../src/core/claims/claim-document.ts'
import { hubOf, type Network } from '../../src/core/terms/network.ts'
import { createSerialQueue } from '../../src/services/flow/serial-queue.ts'
import { hubAddress, hubWallet } from '../../src/devnet/accounts.ts'
import { Breach } from './findings.ts'

/** What the claimer contract takes: a document, and the signature of the claim's key under it. */
type Order = { data: string; signature: string }

const Redeemed = z.object({ claim_voucher: z.object({ data: z.string(), signature: z.string() }) })
const GAS = 500_000
const REFUSALS = /failed to execute|Invalid signature|not found/

/** Somebody with an account on the hub, who goes to the claimer contract without any server. */
export async function connectHubThief(network: Network) {
  const hub = hubOf(network)
  const gasPrice = GasPrice.fromString(`${hub.fee.gas_price}${hub.fee.denom}`)
  const client = await SigningCosmWasmClient.connectWithSigner(
    hub.rpc_url,
    await hubWallet('david'),
    { gasPrice, broadcastPollIntervalMs: 50 },
  )
  const address = await hubAddress('david')
  const inTurn = createSerialQueue() // transactions of one account have an order
  const { privkey, pubkey } = Secp256k1.makeKeypair(sha256(toUtf8('a key of the thief')))
  const signer = claimSigner(toBase64(pubkey), hub.bech32_prefix)

  const documentFor = (claimId: string, loot: string) =>
    buildClaimDocument(network, {
      claimId,
      token: 'usdc',
      recipient: { chain_uid: 'base', address: loot },
      releaseFunds: true,
      signer,
    })

  return {
    documentFor,
    /** An order that is right in everything but the key. */
    orderFor(claimId: string, loot: string): Order {
      const data = documentFor(claimId, loot)
      const signature = Secp256k1.createSignature(sha256(toUtf8(data)), privkey)
      return { data, signature: toBase64(signature.toFixedLength().slice(0, 64)) }
    },
    /** What the server has sent to the hub, for all to read there; `undefined` until it is in a block. */
    async readOrder(txHash: string): Promise<Order | undefined> {
      const found = await client.getTx(txHash)
      const [message] = found ? decodeTxRaw(found.tx).body.messages : []
      if (!message) return undefined
      const { msg } = MsgExecuteContract.decode(message.value)
      return Redeemed.parse(JSON.parse(fromUtf8(msg))).claim_voucher
    },
    /**
     * Sends an order, without asking first whether it would do.
     * @throws {Breach} the hub took it
     */
    async redeems(how: string, order: Order): Promise<void> {
      const fee = calculateFee(GAS, gasPrice)
      const { claimer } = network.hub
      const sent = inTurn(() => client.execute(address, claimer, { claim_voucher: order }, fee))
      const refusal = await sent.then(
        () => undefined,
        (error: unknown) => String(error),
      )
      if (refusal === undefined) throw new Breach(`the hub took an order ${how}`)
      if (!REFUSALS.test(refusal)) throw new Error(`the hub refused an order ${how}: ${refusal}`)
    },
    stop: () => client.disconnect(),
  }
}
