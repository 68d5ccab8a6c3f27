import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { Secp256k1, sha256 } from '@cosmjs/crypto'
import { fromUtf8, toBase64, toUtf8 } from '@cosmjs/encoding'
import { decodeTxRaw } from '@cosmjs/proto-signing'
import { GasPrice, calculateFee } from '@cosmjs/stargate'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { z } from 'zod'

import { buildClaimDocument, claimSigner } from '../../src/core/claim-document.ts'
import { hubOf } from '../../src/core/network.ts'
import { createTurns } from '../../src/core/turns.ts'
import { hubAddress, hubWallet } from '../../src/devnet/accounts.ts'
import { Breach } from './findings.ts'
import type { Scene } from './scene.ts'

/** What the claimer contract takes: a document, and the signature of the claim's key under it. */
type Order = { data: string; signature: string }

const Redeemed = z.object({ claim_voucher: z.object({ data: z.string(), signature: z.string() }) })
const GAS = 500_000

/** The thieves of all moves share an account on the hub, whose transactions have an order. */
const inTurn = createTurns()
let connected: Promise<SigningCosmWasmClient> | undefined

/** Somebody with an account on the hub, who goes to the claimer contract without any server. */
export async function createHubThief({ world }: Scene) {
  const hub = hubOf(world.network)
  const gasPrice = GasPrice.fromString(`${hub.fee.gas_price}${hub.fee.denom}`)
  connected ??= SigningCosmWasmClient.connectWithSigner(hub.rpc_url, await hubWallet('david'), {
    gasPrice,
    broadcastPollIntervalMs: 50,
  })
  const client = await connected
  const { privkey, pubkey } = Secp256k1.makeKeypair(sha256(toUtf8('a key of the thief')))
  const signer = claimSigner(toBase64(pubkey), hub.bech32_prefix)
  const documentFor = (claimId: string, address: string) =>
    buildClaimDocument({
      claimId,
      recipient: { chain_uid: 'base', address },
      releaseFunds: true,
      signer,
    })

  return {
    documentFor,
    /** An order that is right in everything but the key. */
    orderFor(claimId: string, address: string): Order {
      const data = documentFor(claimId, address)
      const signature = Secp256k1.createSignature(sha256(toUtf8(data)), privkey)
      return { data, signature: toBase64(signature.toFixedLength().slice(0, 64)) }
    },
    /** What the server has sent to the hub, for all to read there. */
    async readOrder(txHash: string): Promise<Order> {
      const { tx } = await world.until(
        'the pay-out is in a block',
        async () => (await client.getTx(txHash)) ?? undefined,
      )
      const [message] = decodeTxRaw(tx).body.messages
      const { msg } = MsgExecuteContract.decode(message?.value ?? new Uint8Array())
      return Redeemed.parse(JSON.parse(fromUtf8(msg))).claim_voucher
    },
    /** Sends an order without asking first whether it would do. */
    async redeems(how: string, { data, signature }: Order): Promise<void> {
      const sender = await hubAddress('david')
      const fee = calculateFee(GAS, gasPrice)
      const outcome = await inTurn(() =>
        client
          .execute(sender, world.network.hub.claimer, { claim_voucher: { data, signature } }, fee)
          .then(
            ({ transactionHash }) => transactionHash,
            (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
          ),
      )
      if (typeof outcome === 'string') throw new Breach(`the hub took an order ${how}: ${outcome}`)
      if (!/failed to execute|signature|no such claim/.test(outcome.message)) throw outcome
    },
  }
}
