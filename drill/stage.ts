import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { Network } from '../src/core/terms/network.ts'
import type { CrossChainUser } from '../src/core/terms/shapes.ts'
import { DEVNET_MNEMONIC } from '../src/devnet/accounts.ts'
import { startDevnet, type Devnet } from '../src/devnet/devnet.ts'
import { createPersonaWallets } from '../src/devnet/persona-wallets.ts'
import { ANY_PORTS } from '../test/devnet/any-ports.ts'
import { freePort, startProgram, startVouch, type Vouch } from '../test/flows/vouch-process.ts'
import { startSmtpServer, type SmtpServer } from '../test/mail/smtp-server.ts'
import { createClaimVisitors, type Sent, type Visitors } from './claim-visitor.ts'
import { comesToBe } from './comes-to-be.ts'
import { withFolder } from './with-folder.ts'

/** What drills of claims stand on: a local network, a server on it, and claims that were really paid for. */
export type Stage = {
  devnet: Devnet
  folder: string
  smtp: SmtpServer
  /** What the server is configured with. */
  env: Record<'NETWORK' | 'DATA_DIR' | 'VAULT_KEY', string>
  /** Starts the server on the same data, or with what is told instead; `program` is run in the place of the built one. */
  start(more?: Record<string, string>, program?: string): Promise<Vouch>
  /** Of the server that was started last. */
  visitors: Visitors
  /** Sends claims of so many wei from several wallets, each to a mailbox that had none before, and waits until all wait on the hub. */
  fund(count: number, wei: bigint): Promise<Paid[]>
}

/** A claim that waits on the hub, and who has paid for it. */
export type Paid = Sent & { sender: CrossChainUser }

/** Runs a drill on a stage of its own, and clears that away. */
export function withStage<Result>(
  act: (stage: Stage) => Promise<Result>,
  blockTimeMs = 100,
): Promise<Result> {
  return withFolder(async (folder) => {
    const smtp = await startSmtpServer()
    const devnet = await startDevnet({ blockTimeMs, ports: ANY_PORTS })
    try {
      const { network, personas } = devnet
      const networkFile = join(folder, 'network.json')
      writeFileSync(networkFile, JSON.stringify(z.encode(Network, network)))
      const vaultKey = randomBytes(32)
      const env = {
        NETWORK: networkFile,
        DATA_DIR: join(folder, 'data'),
        VAULT_KEY: vaultKey.toString('base64'),
        RELAYER_MNEMONIC: DEVNET_MNEMONIC,
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Vouch <vouch@example.com>',
        CLAIMS_PER_CLIENT: '1000000',
      }
      let url = ''
      let mailboxes = 0
      const visitors = createClaimVisitors({ url: () => url, smtp, vaultKey })
      const wallets = createPersonaWallets(network)
      return await act({
        devnet,
        folder,
        smtp,
        env,
        visitors,
        async start(more = {}, program) {
          const vouch = await startVouch({
            dataDir: env.DATA_DIR,
            env: { ...env, ...more },
            ...(program !== undefined && { command: [process.execPath, program, 'start'] }),
          })
          url = vouch.url
          return vouch
        },
        async fund(count, wei) {
          const first = mailboxes
          mailboxes += count
          const each = personas.map(async (persona, index) => {
            const sender = wallets.accounts(persona).find(({ chain_uid }) => chain_uid === 'base')
            if (!sender) throw new Error(`${persona.name} has no wallet on base`)
            const paid: Paid[] = []
            for (let number = index; number < count; number += personas.length) {
              const sent = await visitors.send(sender, `reader${first + number}@example.com`, wei)
              await wallets.broadcast(persona, sent.build)
              paid.push({ ...sent, sender })
            }
            return paid
          })
          const paid = (await Promise.all(each)).flat()
          await comesToBe('all claims wait on the hub', async () => {
            const views = await Promise.all(paid.map((sent) => visitors.view(sent)))
            return views.every(({ items }) => items[0]?.status === 'funded')
          })
          return paid
        },
      })
    } finally {
      await devnet.stop()
      await smtp.stop()
    }
  })
}

/** Starts the one signer that several servers ask, and gives what each is told of it. It may have a network file of its own. */
export async function startSigner(
  { env, folder }: Pick<Stage, 'env' | 'folder'>,
  networkFile = env.NETWORK,
): Promise<Record<string, string>> {
  const token = randomBytes(32).toString('base64url')
  const port = await freePort()
  const signer = {
    NETWORK: networkFile,
    SIGNER_DIR: join(folder, 'signer'),
    SIGNER_KEY: randomBytes(32).toString('base64'),
    SIGNER_TOKEN: token,
    SIGNER_PORT: `${port}`,
  }
  await startProgram(['signer'], signer, /^vouch signer ready/m)
  return { SIGNER_URL: `http://127.0.0.1:${port}`, SIGNER_TOKEN: token }
}
