import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { startVouch } from '../test/flows/vouch-process.ts'
import { problemsOf, type Drill } from './drill.ts'
import { tipInPlayground } from './tip-to-pay-out.ts'
import { withFolder } from './with-folder.ts'

/** Only whoever builds Vouch needs them. */
const BUILDERS = ['typescript', 'vite', 'rolldown', 'esbuild', 'tsx', 'oxlint', 'vitest']
const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  devDependencies: z.record(z.string(), z.string()),
})

export const packed: Drill = {
  name: 'package',
  isOfCheckout: true,
  about:
    "packed as npm would publish it, installed in an empty folder beside Anvil, up to a tip's pay-out there",
  control: 'the package comes without its migrations',
  async run({ broken }) {
    const problems = await problemsOf(() => withFolder((folder) => tryPackage(folder, broken)))
    return { done: 'packed, installed, a tip to its pay-out', numbers: '', problems }
  },
}

async function tryPackage(folder: string, broken: boolean): Promise<string[]> {
  const installed = (...parts: string[]) => join(folder, 'node_modules', ...parts)
  const manifest = Manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const anvil = `@foundry-rs/anvil@${manifest.devDependencies['@foundry-rs/anvil'] ?? ''}`
  execFileSync('node', ['scripts/check-package.mjs', folder], { stdio: 'inherit' })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const tarball = `./${manifest.name}-${manifest.version}.tgz`
  const args = ['install', tarball, anvil, '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  if (broken) rmSync(installed(manifest.name, 'migrations'), { recursive: true })

  const vouch = await startVouch({ command: [installed('.bin', 'vouch'), 'start'] })
  await tipInPlayground(vouch.url)
  const code = await vouch.stop()
  return [
    ...BUILDERS.filter((name) => existsSync(installed(name))).map((name) => `it brought ${name}`),
    ...(code === 0 ? [] : [`it ended with ${code}`]),
    ...vouch.warnings(),
  ]
}
