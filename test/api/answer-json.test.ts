import fc, { type Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'

import { answerJson } from '../../src/api/routes/operation-routes.ts'
import { NO_CLAIMER, type TransactionBuild } from '../../src/core/terms/shapes.ts'

/** Text of any kind, and such as could be taken for the JSON around it. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '"data":""',
    '","data":""',
    '\\"data\\":\\"\\"',
    '{"data":""}',
    '\u2028\ud800',
    '$&',
  ),
)
const anyHex = fc.stringMatching(/^0x[0-9a-fA-F]{0,200}$/)
const anyUser = fc.record({ chain_uid: anyText, address: anyText })
const anyClaimer = fc.record(
  {
    public_secret: anyText,
    otp: anyText,
    _id: anyText,
    social: fc.record({ email: anyText, pub_key: anyText }),
    created_at: anyText,
    sender: anyUser,
  },
  { requiredKeys: ['public_secret', 'otp', '_id', 'created_at'] },
)

const anyEvmBuild = fc.record(
  {
    type: fc.constant('evm' as const),
    chain_id: anyText,
    contract: anyText,
    msgs: fc.array(
      fc.record(
        { chainId: anyText, to: anyText, data: anyHex, value: anyHex, gasLimit: anyHex },
        { requiredKeys: ['chainId', 'to', 'data', 'value'] },
      ),
      { maxLength: 4 },
    ),
    claimer: fc.oneof(anyClaimer, fc.constant(NO_CLAIMER)),
    sender: anyUser,
    meta: anyText,
  },
  { requiredKeys: ['type', 'msgs'] },
)

const anyCosmWasmBuild = fc.record({
  type: fc.constant('cosmwasm' as const),
  sender: anyUser,
  contract: anyText,
  chain_id: anyText,
  rpc_url: anyText,
  rest_url: anyText,
  msgs: fc.array(
    fc.record({
      contractAddress: anyText,
      msg: fc.record({ send: fc.record({ data: fc.constant('') }) }),
      funds: fc.array(fc.record({ denom: anyText, amount: anyText })),
    }),
  ),
})

test('an answer reads as what JSON.stringify writes', () => {
  const anyBuild: Arbitrary<TransactionBuild> = fc.oneof(anyEvmBuild, anyCosmWasmBuild)
  fc.assert(
    fc.property(anyBuild, (build) => {
      expect(JSON.parse(answerJson(build))).toEqual(JSON.parse(JSON.stringify(build)))
    }),
  )
})
