import { writeFileSync } from 'node:fs'

import { clientCalls } from '../src/calls/calls.ts'

// Writes where each call of the client goes into a file of its own, so that the client loads no schema: `npm run client:addresses`.
// The compiler holds the file against the calls, so nothing can be out of step unseen.
const rows = Object.entries(clientCalls).map(([id, { method, path, ...call }]) => {
  const parts = [method.toUpperCase(), path, ...('credential' in call ? [call.credential] : [])]
  return `  ${id}: [${parts.map((part) => `'${part}'`).join(', ')}],\n`
})
writeFileSync(
  new URL('../src/client/addresses.ts', import.meta.url),
  `// Written by \`npm run client:addresses\` from the calls in src/calls.
import type { ClientCalls } from '../calls/calls.ts'
import type { AddressesOf } from './call.ts'

/** Method and path of each call, and the credential that it takes. */
export const ADDRESSES = {
${rows.join('')}} as const satisfies AddressesOf<ClientCalls>
`,
)
