#!/usr/bin/env node
import * as module from 'node:module'
import { join } from 'node:path'

import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander'

import { FREEZE_KINDS } from '../claims/freezes.ts'
import { ConfigurationError, WRONG_CONFIGURATION } from '../core/terms/configuration-error.ts'
import { GenerationName } from '../core/terms/network.ts'
import type { AuditQuery } from './audit.ts'
import manifest from '../../package.json' with { type: 'json' }

// Node keeps silent about what packages do with its old functions, and ours are bundled.
process.noDeprecation = true

// The command line: what there is to type, and nothing else. Each command's work is loaded when it is asked for.

const WRONG_USAGE = 2

const { version, engines } = manifest
// npm only warns of another Node, in which what is loaded later ends without a word that explains it.
if (!isInRange(process.versions.node, engines.node)) {
  console.error(`This is Node ${process.versions.node}, and Vouch needs ${engines.node}.`)
  process.exit(WRONG_CONFIGURATION)
}

// The next start reads what this one compiles. Among our own packages, since whoever can write there can change what runs anyway; where we cannot, nothing is kept.
// By the namespace: a Node too old for the line above would not even begin with a file that names what it does not have.
module.enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'))
// Traces name our sources. Not by an option of Node: with that the log, too, reads the maps of whoever made it at each start, a tenth of its work.
process.setSourceMapsEnabled(true)

/** Not `--env-file`: Node takes that for an option of its own, wherever it stands. */
const CONFIG = ['--config <file>', 'take the configuration from this file instead of .env'] as const

type Settings = { config?: string }

const program = new Command('vouch')
  .description(
    'Send value to a handle or an e-mail address on any chain, from a chat message.\n\n' +
      'The configuration comes from the environment or a file named .env; .env.example explains each variable.',
  )
  .version(version, '-v, --version', 'print the version')
  .helpOption('-h, --help', 'print the help of a command')
  .helpCommand('help [command]', 'print the help of a command')
  .showHelpAfterError()
  .exitOverride()

program
  .command('start')
  .description('Run the server: chats, API and pages. Without NETWORK, also a local network.')
  .option(...CONFIG)
  .action(async (options: Settings) => (await import('./start.ts')).start(options))

program
  .command('signer')
  .description(
    'Run the part that holds the keys of claims, apart from the server. Needs NETWORK, SIGNER_KEY and SIGNER_TOKEN.',
  )
  .addOption(new Option('--beside', 'end with whoever started it').default(false).hideHelp())
  .option(...CONFIG)
  .action(async (options: Settings & { beside: boolean }) =>
    (await import('./signer.ts')).runSigner(options),
  )

program
  .command('approvals')
  .description('Show the pay-outs that wait for a second look.')
  .option(...CONFIG)
  .action(async (options: Settings) => (await import('./approve.ts')).showApprovals(options))

program
  .command('approve')
  .description("Approve what waits for a claim, with the operator's private key.")
  .argument('[claim-id]', 'the number of the claim')
  .option('--key <file>', 'the private key that fits SIGNER_APPROVER of the signer')
  .option('--document <hash>', 'which one, where several wait for the claim; its first digits do')
  .option('--new-key <file>', 'make such a key in a new file, and print what to set')
  .option(...CONFIG)
  .action(
    async (
      claimId: string | undefined,
      options: Settings & { key?: string; document?: string; newKey?: string },
    ) => (await import('./approve.ts')).approve(claimId, options),
  )

program
  .command('devnet')
  .description('Run the local network alone, for other programs.')
  .option('--data-dir <folder>', 'keep the chains there, and go on from there (default: in memory)')
  .option('--network-file <file>', 'write the network file that NETWORK=<file> of a server takes')
  .option(
    '--port <port>',
    'where its HTTP interface listens; 0 is any',
    wholeNumber(0, 65_535),
    8788,
  )
  .option(
    '--block-time-ms <ms>',
    'time between two blocks of a chain',
    wholeNumber(50, 60_000),
    1000,
  )
  .addOption(
    new Option('--generation <name>', "what the network's contracts speak")
      .choices(GenerationName.options)
      .default('interface'),
  )
  .action(async (options: { port: number; blockTimeMs: number; generation: GenerationName }) =>
    (await import('./devnet.ts')).runDevnet(options),
  )

program
  .command('doctor')
  .description(
    'Look at everything that the configuration is about, also while the server runs: what is wrong, and how to mend it.',
  )
  .option('--json', 'print the findings as JSON', false)
  .option(...CONFIG)
  .action(async (options: Settings & { json: boolean }) => {
    if (!(await (await import('./doctor.ts')).doctor(options))) process.exitCode = 1
  })

const claims = program
  .command('claims')
  .description('Move claims without the server.')
  .helpCommand(false)

claims
  .command('export')
  .description(
    'Write every open claim, with what SIGNER_KEY finds its key by, to a new file, also while the server runs.',
  )
  .argument('<file>', 'the file to write')
  .option(...CONFIG)
  .action(async (file: string, options: Settings) =>
    (await import('./export-claims.ts')).exportClaimsTo(file, options),
  )

claims
  .command('redeem')
  .description(
    'Pay one claim out at the contract of the hub. Needs NETWORK, RELAYER_MNEMONIC, and SIGNER_KEY or CLAIM_KEY; for keys that earlier versions sealed VAULT_KEY.',
  )
  .argument('<from>', 'an export, or "own" for a key of your own in CLAIM_KEY (64 hex digits)')
  .argument('<claim-id>', 'the number of the claim')
  .argument('<chain-uid>', 'the chain to pay out on')
  .argument('<address>', 'who gets it')
  .option('--vouchers', 'pay out vouchers instead of tokens', false)
  .option(...CONFIG)
  .action(
    async (
      from: string,
      claimId: string,
      chainUid: string,
      address: string,
      options: Settings & { vouchers: boolean },
    ) =>
      (await import('./redeem-claim.ts')).redeemClaim(
        { from, claimId, recipient: { chain_uid: chainUid, address } },
        options,
      ),
  )

claims
  .command('recover')
  .description(
    'Find every unclaimed claim by the master key and the hub alone, for when the database is lost. Needs NETWORK, SIGNER_KEY, and to send RELAYER_MNEMONIC.',
  )
  .option('--send', 'give each back to its sender, as vouchers', false)
  .option('--from <claim-id>', 'the first number to look at', wholeNumber(0, 2 ** 53 - 1), 0)
  .option(
    '--to <claim-id>',
    'the last one (default: the newest that the index of a node of the hub tells)',
    wholeNumber(0, 2 ** 53 - 1),
  )
  .option(
    '--gap <claims>',
    'where no node tells that, how many in a row are gone before it ends',
    wholeNumber(1, 1_000_000_000),
    10_000,
  )
  .option(...CONFIG)
  .action(async (options: Settings & { send: boolean; from: number; to?: number; gap: number }) =>
    (await import('./recover-claims.ts')).recoverClaims(options),
  )

program
  .command('vault')
  .description('Look after the keys of claims.')
  .helpCommand(false)
  .command('rotate')
  .description(
    'Carry over to VAULT_KEY what older keys sealed, for a server that stands still; one that runs does it by itself. Needs VAULT_KEY_OLD.',
  )
  .option(
    '--give-up <name>',
    'the name of a key that is lost for good: links, PINs and codes from under it open no more',
  )
  .option(...CONFIG)
  .action(async (options: Settings & { giveUp?: string }) =>
    (await import('./rotate-vault.ts')).rotateVault(options),
  )

program
  .command('backup')
  .description(
    'Copy the database to a new file, also while the server runs, and look the copy over.',
  )
  .argument('[place]', 'a new file, or a folder for one (default: backups in DATA_DIR)')
  .option(...CONFIG)
  .action(async (place: string | undefined, options: Settings) => {
    if (!(await (await import('./backup.ts')).backup(place, options))) process.exitCode = 1
  })

program
  .command('restore')
  .description(
    'Look a backup over and put it in the place of the database. The server has to stand still.',
  )
  .argument('<file>', 'what "vouch backup" wrote')
  .option('--check', 'only look it over, also while the server runs', false)
  .option(...CONFIG)
  .action(async (file: string, options: Settings & { check: boolean }) =>
    (await import('./restore.ts')).restore(file, options),
  )

program
  .command('store')
  .description('Look after the database that everything is kept in.')
  .helpCommand(false)
  .command('copy')
  .description(
    'Copy everything from one database into another, empty one, to move from SQLite to PostgreSQL or back, and compare every value. No server may run on either.\n\n' +
      'A place is sqlite:<data folder>, or postgres://user@host:port/database; its password may stand in PGPASSWORD.',
  )
  .requiredOption('--from <place>', 'the database that is there')
  .requiredOption('--to <place>', 'the one to copy it into: empty, or not there yet')
  .action(async (options: { from: string; to: string }) =>
    (await import('./copy-store.ts')).copyStoreTo(options),
  )

program
  .command('giveaway')
  .description('Check what was drawn by lot.')
  .helpCommand(false)
  .command('verify')
  .description(
    "Do a giveaway's draw again from its published record and the chain's block. Ends with 1 where something does not add up. Needs no configuration.",
  )
  .argument('<place>', 'the address behind "Check the draw", or a file with what it shows')
  .option(
    '--node <url>',
    'the CometBFT RPC of a node to ask (default: the one that the record names)',
  )
  .option(
    '--me <account-and-ticket>',
    'say also what became of this entrant, as in "telegram:42 abc…", and compare the hash of the seed that may stand behind it',
  )
  .action(async (place: string, options: { node?: string; me?: string }) => {
    if (!(await (await import('./verify-giveaway.ts')).verifyGiveaway(place, options)))
      process.exitCode = 1
  })

const KINDS = new Argument('<kind>', 'what is meant').choices(FREEZE_KINDS)
const WHICH = [
  '[which]',
  'the number of the claim; platform:id or platform:@handle of the account; the platform; nothing for all',
] as const

program
  .command('freeze')
  .description(
    'Hold claims back, also while the server runs: nobody is paid, nothing goes back, and no time runs until "vouch release". What was signed before goes on.',
  )
  .addArgument(KINDS)
  .argument(...WHICH)
  .option('--reason <text>', 'why, for those who look at "vouch freezes"')
  .option(...CONFIG)
  .action(
    async (kind: string, which: string | undefined, options: Settings & { reason?: string }) =>
      (await import('./freeze.ts')).freeze({ kind, which }, options),
  )

program
  .command('release')
  .description('Let go on what was frozen under the same name, also while the server runs.')
  .addArgument(KINDS)
  .argument(...WHICH)
  .option(...CONFIG)
  .action(async (kind: string, which: string | undefined, options: Settings) =>
    (await import('./freeze.ts')).release({ kind, which }, options),
  )

program
  .command('reread')
  .description(
    'Have the blocks of a chain read again, also while the server runs: where GET /ready says "fork", and its nodes are right. What was taken in stays.',
  )
  .argument('<chain>', 'its chain_uid')
  .argument(
    '<height>',
    'the first block to read, at most the one after the last that was',
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
  )
  .option(...CONFIG)
  .action(async (chain: string, height: number, options: Settings) =>
    (await import('./reread.ts')).reread(chain, height, options),
  )

program
  .command('freezes')
  .description('List what is frozen, since when and why.')
  .option(...CONFIG)
  .action(async (options: Settings) => (await import('./freeze.ts')).listFreezes(options))

program
  .command('audit')
  .description(
    'Print what was done with claims and by operators, newest last, and check that nothing of it was changed, also while the server runs. Ends with 1 where it was.',
  )
  .option('--since <time>', 'only from then on: 24h, 7d, 2026-11-22, 2026-11-22T10:00Z')
  .option('--claim <id>', 'only what is about this claim')
  .option('--account <platform:id>', 'only what is about this account')
  .option('--expect <hash>', 'a head that was kept elsewhere: check that it is still in the log')
  .option('--json', 'print it as JSON', false)
  .option(...CONFIG)
  .action(async (options: Settings & AuditQuery) => {
    if (!(await (await import('./audit.ts')).showAudit(options, options))) process.exitCode = 1
  })

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE
  } else {
    const { lastWords } = await import('../store/upkeep/explain-failure.ts')
    console.error(error instanceof Error ? lastWords(error) : error)
    process.exit(error instanceof ConfigurationError ? WRONG_CONFIGURATION : 1) // whatever was started holds on to the process
  }
}

/** Whether a version of Node is one of those that package.json names, as in "^22.18 || >=26"; `scripts/setup.mjs` asks the same before anything is there to ask. */
function isInRange(node: string, range: string): boolean {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  return range.split('||').some((part) => {
    const [, sign, from, fromMinor = '0'] = /^\s*(\^|>=)(\d+)(?:\.(\d+))?\s*$/.exec(part) ?? []
    if (major === Number(from)) return minor >= Number(fromMinor)
    return sign === '>=' && major > Number(from)
  })
}

/** Reads an option that is a whole number of a range. */
function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }
}
