import { decodeAbiParameters, decodeFunctionData, isHex } from 'viem'
import { z } from 'zod'

import { factoryAbi } from '../payloads/factory-abi.ts'
import { saidOf, type Journey } from './journey.ts'
import { factoryPacketAbi } from './packet-abi.ts'

/** A part of a swap's path on one exchange. Amounts are base units, empty where they were not foreseen. */
export type SwapPart = { route: string[]; dex: string; amount_out: string }

const Hops = z.array(z.object({ token_in: z.string(), token_out: z.string() })).min(1)

/** What `swapMeta` writes; others may leave parts out. */
const Meta = z.object({
  swaps: z.object({
    path: z
      .array(
        z.object({
          route: z.array(z.string()).min(2),
          dex: z.string().default('euclid'),
          amount_out: z.string().default(''),
        }),
      )
      .min(1),
  }),
})

/** The path that a swap was ordered to take: as its packet says it, or else straight from one token to the other. */
export function swapPartsOf(journey: Journey): SwapPart[] {
  const msg = journey.inbound?.stations.send_packet?.event.msg ?? ''
  const { meta, hops } = isHex(msg) ? inEvmPacket(msg) : inJsonPacket(msg)
  const known = Meta.safeParse(parseJson(meta))
  if (known.success) return known.data.swaps.path
  const route = hops.flatMap(({ token_in, token_out }, index) =>
    index === 0 ? [token_in, token_out] : [token_out],
  )
  if (route.length > 0) return [{ route, dex: 'euclid', amount_out: '' }]
  return saidOf(journey, 'swap')
    .slice(0, 1)
    .map(({ event }) => ({
      route: [event.asset_in, event.asset_out],
      dex: 'euclid',
      amount_out: '',
    }))
}

type Ordered = { meta: string; hops: z.infer<typeof Hops> | [] }

function inEvmPacket(msg: `0x${string}`): Ordered {
  try {
    const [{ call }] = decodeAbiParameters(factoryPacketAbi, msg)
    const { functionName, args } = decodeFunctionData({ abi: factoryAbi, data: call })
    if (functionName !== 'swap') return { meta: '', hops: [] }
    return { meta: args[7].meta, hops: [...args[4]] }
  } catch {
    return { meta: '', hops: [] } // a factory that packs its packets otherwise
  }
}

/** Message sets differ in where they put things, not in what they call them. */
function inJsonPacket(msg: string): Ordered {
  const packet = parseJson(msg)
  const meta = findKey(packet, 'meta', z.string())
  return { meta: meta ?? '', hops: findKey(packet, 'swaps', Hops) ?? [] }
}

function findKey<Schema extends z.ZodType>(
  value: unknown,
  key: string,
  schema: Schema,
): z.output<Schema> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const fits = name === key ? schema.safeParse(inner) : undefined
    const found = fits?.success ? fits.data : findKey(inner, key, schema)
    if (found !== undefined) return found
  }
  return undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
