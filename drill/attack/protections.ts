import type { Patched } from '../taken-out.ts'

/** What a protection consists of, and the move whose attack succeeds without it. */
export type Protection = Patched & { move: string }

/** Protections whose lack the drill has to notice. */
export const PROTECTIONS: Record<string, Protection> = {
  'account-binding': {
    move: 'a namesake takes a handle that an account gave up after it was seen',
    patches: [
      {
        file: 'src/claims/handle-history.ts',
        text: "  if (others.length > 0 || !only.isShown) return { kind: 'doubtful', why: 'changed' }\n",
        instead: '',
      },
      {
        file: 'src/store/claims/handle-sightings.ts',
        text: 'set(decided).where(and(waiting, isUndecided))',
        instead: 'set(decided).where(waiting)',
      },
    ],
  },
  'group-membership': {
    move: 'accounts outside of a group press for its airdrop',
    patches: [
      {
        file: 'src/store/claims/group-store.ts',
        text: '        eq(claimGroups.chat, chat),\n',
        instead: '',
      },
    ],
  },
  'wallets-per-client': {
    move: 'readers of a group open a sign link with wallets of theirs',
    patches: [
      {
        file: 'src/store/signing/sign-request-store.ts',
        text: 'and(isTheirs, ne(signPreparations.senderAddress, senderAddress))',
        instead:
          'and(eq(signPreparations.signId, id), ne(signPreparations.senderAddress, senderAddress))',
      },
    ],
  },
  'pin-counting': {
    move: 'strangers try wrong PINs, and the sender takes it back all the same',
    patches: [
      {
        file: 'src/claims/proofs/pins.ts',
        text: 'if (!mayTry)',
        instead: 'if (false)',
      },
    ],
  },
  'code-counting': {
    move: 'codes are guessed until none is compared any more, and the sender takes it back',
    patches: [
      {
        file: 'src/claims/proofs/codes.ts',
        text: 'TRIES_PER_CODE = 5',
        instead: 'TRIES_PER_CODE = 500',
      },
    ],
  },
  'session-of-one-mailbox': {
    move: 'a claim link is stolen',
    patches: [
      {
        file: 'src/claims/same-person.ts',
        text: 'if (account.handle !== claimer.recipient.handle) throw claimNotFound()',
        instead: '',
      },
    ],
  },
  'signed-web-data': {
    move: "what Telegram signs is forged, another account's, old, or used before",
    patches: [
      {
        file: 'src/claims/proofs/telegram-proof.ts',
        text: 'const isSigned = isSameSecret(hash, expected)',
        instead: 'const isSigned = true',
      },
    ],
  },
  'webhook-secret': {
    move: 'updates and interactions are brought by somebody who is not the platform',
    patches: [
      {
        file: 'src/bots/telegram/telegram.ts',
        text: 'if (!webhook || !isSameSecret(secret, webhook.secret)) return 401',
        instead: 'if (!webhook) return 401',
      },
    ],
  },
  'interaction-signature': {
    move: 'updates and interactions are brought by somebody who is not the platform',
    patches: [
      {
        file: 'src/bots/discord/discord.ts',
        text: 'if (publicKey === undefined || !isFromDiscord(publicKey, delivered)) return { status: 401 }',
        instead: '',
      },
    ],
  },
  'answer-of-ones-own': {
    move: 'somebody has the key and the body of a call, and wants its PIN',
    patches: [
      {
        file: 'src/api/idempotency.ts',
        text: '.send(isTheirs ? answer : withoutSecrets(answer))',
        instead: '.send(answer)',
      },
    ],
  },
  'payable-address': {
    move: 'a claim is sent where nobody has a key: it is refused, and still waits',
    patches: [
      {
        file: 'src/core/terms/payable-address.ts',
        text: "if (isNobodys) throw new UnpayableAddressError(address, chain, 'nobodys')",
        instead: '',
      },
    ],
  },
  'address-of-the-pay-out': {
    // No answer tells of it: only the hub's own events do, in the end.
    move: 'a tip to a Discord account is claimed there',
    patches: [
      {
        file: 'src/claims/redeemer.ts',
        text: 'const recipient = parsePayee(network, to)',
        instead: "const recipient = { chain_uid: 'base', address: `0x${'bad'.padStart(40, '7')}` }",
      },
    ],
  },
  'smallest-claim': {
    move: 'many of the smallest claims are made and cancelled, and smaller ones refused',
    patches: [
      {
        file: 'src/core/claims/claim-limits.ts',
        text: 'if (amount < least) throw',
        instead: 'if (amount < 0n) throw',
      },
    ],
  },
  'smallest-claim-on-chain': {
    move: "dust is sent under somebody's claim, in a transaction that no server has built",
    patches: [
      {
        file: 'src/claims/observe-claims.ts',
        text: ' || !isWorthIt({ token, amount }, claimer)',
        instead: '',
      },
    ],
  },
  'claims-per-client': {
    move: "somebody names another's address as the sender until its owner would be limited",
    patches: [
      {
        file: 'src/store/claims/claimer-store.ts',
        text: 'if (made + records.length > most) return false',
        instead: '',
      },
    ],
  },
  'opt-out-signature': {
    move: 'a mailbox is flooded, and somebody else asks for no more mails to it',
    patches: [
      {
        file: 'src/claims/opt-outs.ts',
        text: "if (!vault.matches('unsubscribe', `${mailbox}.${sender}`, mac))",
        instead: 'if (false)',
      },
    ],
  },
  'key-of-the-node': {
    move: "the key of a provider's node is looked for in what everybody may read",
    patches: [
      {
        file: 'src/core/terms/public-rpc.ts',
        text: 'return public_rpc_url ?? withoutKeys(rpc_url)',
        instead: 'return rpc_url',
      },
    ],
  },
}
