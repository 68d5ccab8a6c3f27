import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What the sources need beside them. */
const BESIDE = ['node_modules', 'contracts', 'migrations', 'assets', 'dist', 'package.json']

/** A text of one source file, and what stands in its place where a protection is missing. */
type Patch = { file: string; text: string; instead: string }

/** Sources with something taken out. */
export type Patched = { patches: Patch[] }

/** What the controls of drills do without, by drill; attacks have [theirs](attack/protections.ts). */
export const TAKEN_OUT = {
  /** Taken out in the control: a request has to be there by a time. */
  http: {
    patches: [
      { file: 'src/api/server.ts', text: 'REQUEST_MS = 15_000', instead: 'REQUEST_MS = 250_000' },
    ],
  },
  /** Taken out in the control: time is counted by what nobody can set. */
  clocks: {
    patches: [
      {
        file: 'src/wiring/machine-clock.ts',
        text: 'passedMs: () => performance.now()',
        instead: 'passedMs: () => Date.now()',
      },
    ],
  },
  /** Taken out in the control: what makes a failure of the disk one that callers know. */
  disk: {
    patches: [
      {
        file: 'src/store/upkeep/watch-writes.ts',
        text: 'throw health.failed(error)',
        instead: 'throw error',
      },
    ],
  },
  /** Taken out in the control: what comes again is known. */
  platforms: {
    patches: [
      {
        file: 'src/store/chats/update-store.ts',
        text: 'const row: OpenUpdate = {\n            updateId,',
        instead: 'const row: OpenUpdate = {\n            updateId: `${updateId} ${Math.random()}`,',
      },
    ],
  },
  /** Put in for the control: each request leaves some memory behind. */
  soak: {
    patches: [
      {
        file: 'src/api/server.ts',
        text: "  server.addHook('onRequest', async ({ url, headers }, reply) => {\n",
        instead:
          "  const left: unknown[] = []\n  server.addHook('onRequest', async ({ url, headers }, reply) => {\n    left.push(new Uint8Array(1_000_000).fill(1))\n",
      },
    ],
  },
  /** Taken out in the control: what a server writes is refused once another one has taken over. */
  cluster: {
    patches: [
      {
        file: 'src/store/postgres/open-postgres.ts',
        text: '{ sleep, random: Math.random, elapsedMs, health, fences }',
        instead: '{ sleep, random: Math.random, elapsedMs, health }',
      },
    ],
  },
  /** Taken out in the first control: what has no events although it succeeded is not taken in. */
  'silent blocks': {
    patches: [
      {
        file: 'src/chains/cosmwasm/cosmwasm-reader.ts',
        text: '  if (code !== 0) return\n',
        instead: '  if (code !== 0 || events.length >= 0) return\n',
      },
    ],
  },
  /** Taken out in the second: two nodes have to say the same. */
  agreement: {
    patches: [
      {
        file: 'src/chains/nodes/agreement.ts',
        text: 'if (alone && others.length === 0) return',
        instead: 'if (alone && others.length >= 0) return',
      },
    ],
  },
  /** Taken out in the control: what was answered is on the disk. Here it is so for one second of five. */
  kills: {
    patches: [
      {
        file: 'src/store/serial-session.ts',
        text: "      compile('begin immediate').run()\n",
        instead: "      if (!sqlite.inTransaction) compile('begin immediate').run()\n",
      },
      {
        file: 'src/store/serial-session.ts',
        text: 'attempt(piece, pieces.length > 1)',
        instead: 'attempt(piece, true)',
      },
      {
        file: 'src/store/serial-session.ts',
        text: "      compile(kept.length > 0 ? 'commit' : 'rollback').run()\n",
        instead: "      if (Date.now() % 5_000 < 1_000) compile('commit').run()\n",
      },
    ],
  },
  /** Taken out in the control: a backup is of one moment, with all that stands beside the database's file. */
  backup: {
    patches: [
      {
        file: 'src/store/write-backup.ts',
        text: '    await copyDatabase(from, to, options)\n',
        instead: "    ;(await import('node:fs')).copyFileSync(from, to)\n",
      },
    ],
  },
  /** Taken out in the control: the hub undoes what was done of a packet that it refuses, whose factory gives all back. */
  devnet: {
    patches: [
      {
        file: 'src/devnet/cosmwasm/run-contract.ts',
        text: 'part(executeContext({ ...run, store, events }, call, depth))',
        instead: 'part(executeContext({ ...run, events }, call, depth))',
      },
    ],
  },
  /** Taken out in the control: what is in a block counts once the block is final. */
  tracking: {
    patches: [
      {
        file: 'src/chains/evm/evm-reader.ts',
        text: "? { blockTag: 'finalized' }",
        instead: "? { blockTag: 'latest' }",
      },
    ],
  },
} satisfies Record<string, Patched>

/**
 * The source files without a protection, by their path.
 * @throws {Error} a text is not there just once, so that taking it out would prove nothing
 */
export function filesWithout({ patches }: Patched): Map<string, string> {
  const files = new Map<string, string>()
  for (const { file, text, instead } of patches) {
    const parts = (files.get(file) ?? readFileSync(join(ROOT, file), 'utf8')).split(text)
    if (parts.length !== 2)
      throw new Error(`${file} has ${parts.length - 1} times, not once: ${text}`)
    files.set(file, parts.join(instead))
  }
  return files
}

/** Sources in a folder of their own. */
type Copy = {
  /** The program to start there. */
  program: string
  /** Loads one of its files, for a drill that runs it in its own process. `Module` is the type of the same file here. */
  load<Module>(file: string): Promise<Module>
  remove(): void
}

/** Copies the sources without a protection into a folder of their own. */
export function copyWithout(protection: Patched): Copy {
  const files = filesWithout(protection)
  const folder = mkdtempSync(join(tmpdir(), 'drill-without-'))
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true })
  for (const name of BESIDE) symlinkSync(join(ROOT, name), join(folder, name))
  for (const [file, text] of files) writeFileSync(join(folder, file), text)
  return {
    program: join(folder, 'src/cli/vouch.ts'),
    load: (file) => import(pathToFileURL(join(folder, file)).href),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
