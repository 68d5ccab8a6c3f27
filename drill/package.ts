import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import { endAll, startVouch } from '../test/flows/vouch-process.ts'
import { tipInPlayground } from './tip-to-pay-out.ts'

// What `npm publish` would bring to people: packed, installed in an empty folder beside Anvil, and started there until a tip
// went to its pay-out.
//   npm run drill:package
/** Only whoever builds Vouch needs them. */
const BUILDERS = ['typescript', 'vite', 'rolldown', 'esbuild', 'tsx', 'oxlint', 'vitest']

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  devDependencies: z.record(z.string(), z.string()),
})
const manifest = Manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')))
const anvil = `@foundry-rs/anvil@${manifest.devDependencies['@foundry-rs/anvil'] ?? ''}`

const folder = mkdtempSync(join(tmpdir(), 'vouch-package-'))
const installed = (...parts: string[]) => join(folder, 'node_modules', ...parts)
try {
  execFileSync('node', ['scripts/check-package.mjs', folder], { stdio: 'inherit' })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const tarball = `./${manifest.name}-${manifest.version}.tgz`
  const args = ['install', tarball, anvil, '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  const builders = BUILDERS.filter((name) => existsSync(installed(name)))
  if (builders.length > 0) throw new Error(`it brought ${builders.join(', ')} along`)
  console.log('installed')

  const vouch = await startVouch({
    command: [installed('.bin', 'vouch'), 'start'],
  })
  await tipInPlayground(vouch.url)
  const code = await vouch.stop()
  if (code !== 0) throw new Error(`it ended with ${code}`)
  if (vouch.warnings().length > 0) throw new Error(`it warned: ${vouch.warnings().join('\n')}`)
  console.log('a tip went to its pay-out')
  console.log('drill passed')
} catch (error) {
  console.log(`PROBLEM ${error instanceof Error ? error.message : String(error)}`)
  console.log('drill FAILED')
  process.exitCode = 1
} finally {
  await endAll()
  rmSync(folder, { recursive: true, force: true })
}
