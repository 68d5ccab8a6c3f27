import { randomUUID } from 'node:crypto'

import type { Logger } from 'pino'

import type { Services } from '../bots/dispatch/command.ts'
import { createCommands } from '../bots/commands/commands.ts'
import { createDispatch } from '../bots/dispatch/dispatch.ts'
import { createFaucetCommand } from '../bots/commands/faucet.ts'
import type { Delivery } from '../bots/delivery/delivery.ts'
import type { Languages } from '../bots/delivery/languages.ts'
import type { PlaygroundStore } from '../bots/playground/playground-surface.ts'
import { wordsIn } from '../bots/words/words.ts'
import { createPlayground, playgroundAccount } from '../bots/playground/playground.ts'
import { accountKey } from '../core/terms/identity.ts'
import { denomOn } from '../core/terms/network.ts'
import type { Devnet } from '../devnet/devnet.ts'
import { createPersonaSigner } from '../devnet/persona-signer.ts'
import type { PersonaWallets } from '../devnet/persona-wallets.ts'
import type { Service } from './service.ts'

type Deps = {
  devnet: Devnet
  service: Service
  services: Services
  personaWallets: PersonaWallets
  store: PlaygroundStore
  delivery: Delivery
  languages: Languages
  log: Logger
  now: () => Date
}

/** The chat of the local network's personas, and their wallets: what its routes serve. */
export function createPlaygroundParts(deps: Deps) {
  const { devnet, service, services, store, delivery, languages, log, now } = deps
  const { commands, actions } = createCommands([createFaucetCommand(devnet.faucet)])
  const chats = createPlayground({
    store,
    accounts: service.people.accounts,
    activity: services.people.activity,
    personas: devnet.personas.map(({ name }) => name),
    dispatch: createDispatch({ services, commands, actions, log, newId: randomUUID }),
    delivery,
    languages,
    now,
  })
  const signer = createPersonaSigner({
    personas: devnet.personas,
    wallets: deps.personaWallets,
    signRequests: service.signing.signRequests,
    accountKeyOf: (name) => accountKey(playgroundAccount(name)),
  })
  return {
    ...chats,
    commands: commands.map(({ summary, usage, name }) => ({
      name,
      usage,
      summary: summary(wordsIn('en')),
    })),
    sign: signer.sign,
    signText: signer.signText,
    broadcast: signer.broadcast,
    async wallets(persona: string) {
      const accounts = signer.accounts(persona)
      const wallets = await Promise.all(
        accounts.map(async (wallet) => {
          const here = service.network.tokens.filter(
            (token) => denomOn(token, wallet.chain_uid) !== undefined,
          )
          const balances = here.map(async ({ token }) => ({
            token,
            amount: await service.wallets.balance(wallet, token),
          }))
          return { ...wallet, balances: await Promise.all(balances) }
        }),
      )
      const found = await Promise.all(accounts.map(service.wallets.vouchers))
      const totals = new Map<string, bigint>()
      for (const { token, amount } of found.flatMap(({ held }) => held))
        totals.set(token, (totals.get(token) ?? 0n) + amount)
      return { wallets, vouchers: [...totals].map(([token, amount]) => ({ token, amount })) }
    },
  }
}
