import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'
import { z } from 'zod'

import { WRONG_CONFIGURATION } from '../../src/core/terms/configuration-error.ts'

const Manifest = z.object({
  bin: z.object({ vouch: z.string() }),
  engines: z.object({ node: z.string() }),
})
const read = (file: string) => readFileSync(file, 'utf8')
const { bin, engines } = Manifest.parse(JSON.parse(read('package.json')))

test.each([
  { file: 'deploy/Dockerfile', line: /^ENTRYPOINT \[.*"\/opt\/vouch\/(.+)"\]\nCMD \["start"\]$/m },
  { file: 'deploy/vouch.service', line: /^ExecStart=\S+ .*\/opt\/vouch\/(\S+) start$/m },
  { file: 'deploy/vouch-signer.service', line: /^ExecStart=\S+ .*\/opt\/vouch\/(\S+) signer$/m },
])('$file starts the program of the package', ({ file, line }) => {
  expect(line.exec(read(file))?.[1]).toBe(bin.vouch)
})

test.each(['deploy/Dockerfile', 'deploy/vouch.service', 'drill/process-use.ts'])(
  '%s has memory given back at the same size as the others',
  (file) => {
    expect(/MALLOC_MMAP_THRESHOLD_(?:=|: ')(\d+)/.exec(read(file))?.[1]).toBe(`${16 * 1024}`)
  },
)

test.each(['deploy/vouch.service', 'deploy/vouch-signer.service'])(
  '%s is not started again with a configuration that cannot be used',
  (file) => {
    const prevents = new RegExp(`^RestartPreventExitStatus=${WRONG_CONFIGURATION}$`, 'm')
    expect(read(file)).toMatch(prevents)
  },
)

test('what is only to look at needs no file beside it', () => {
  expect(read('deploy/compose.try.yaml')).not.toMatch(/env_file:|\.\/|\$\{/)
})

test('the workflow tries each Node that package.json names, and images have one of them', () => {
  const majors = [...engines.node.matchAll(/(?:\^|>=)(\d+)/g)].map(([, major]) => major)
  const workflow = read('.github/workflows/ci.yml')
  expect(majors.length).toBeGreaterThan(1)
  expect(/^ +node: \[(.*)\]$/m.exec(workflow)?.[1]?.split(', ')).toEqual(majors)
  expect(majors).toContain(/^ARG NODE_IMAGE=\S+\/node:(\d+)/m.exec(read('deploy/Dockerfile'))?.[1])
})

test('the signer is boxed in as the server is', () => {
  const boxOf = (file: string) =>
    read(file)
      .split('\n')
      .filter((line) =>
        /^(?:Protect|Private|Restrict|Capab|Ambient|SystemCall|NoNew|Lock|Remove|UMask)/.test(line),
      )
  const [server, signer] = ['deploy/vouch.service', 'deploy/vouch-signer.service'].map(boxOf)
  expect(server?.length).toBeGreaterThan(15)
  expect(signer).toEqual(server)
})
