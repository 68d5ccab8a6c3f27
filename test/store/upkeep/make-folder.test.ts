import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { ConfigurationError } from '../../../src/core/terms/configuration-error.ts'
import { makeFolder } from '../../../src/store/upkeep/make-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-make-folder-'))
  writeFileSync(join(folder, 'file'), '')
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  { name: 'a file', path: 'file', says: 'file is no folder' },
  { name: 'below a file', path: 'file/a/b', says: 'file is no folder' },
  { name: 'a link that leads nowhere', path: 'link', says: 'link is no folder' },
  // Node's own way of making a folder with those above it goes round for ever there.
  { name: 'where the system takes no folder', path: '/proc/vouch/data', says: '/proc/vouch' },
])('no folder can be made: $name', ({ path, says }) => {
  const place = path.startsWith('/') ? path : join(folder, path)
  const make = () => makeFolder(place, 'DATA_DIR')
  expect(make).toThrow(ConfigurationError)
  const reason = says.startsWith('/') ? says : join(folder, says)
  expect(make).toThrow(`${place} cannot be DATA_DIR: ${reason}`)
  expect(make).toThrow('. Set DATA_DIR to a folder that the user that runs Vouch may write')
})

test('what is made is for its owner alone, with all above it, and what is there is left as it is', () => {
  const above = join(folder, 'a')
  makeFolder(join(above, 'b'), 'SIGNER_DIR')
  for (const made of [above, join(above, 'b')]) expect(statSync(made).mode & 0o777).toBe(0o700)
  mkdirSync(join(folder, 'open'), { mode: 0o755 })
  makeFolder(join(folder, 'open'), 'SIGNER_DIR')
  expect(statSync(join(folder, 'open')).mode & 0o777).toBe(0o755)
})
