import { resolve } from 'node:path'

import { build } from 'vite'

let built: Promise<string> | undefined

/** What the wallets' extensions put into every page, as one script. Built once for each worker, by what builds the pages. */
export function pageScript(): Promise<string> {
  built ??= buildScript()
  return built
}

async function buildScript(): Promise<string> {
  const answer = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    // Written for Node's modules, which extensions bring along for browsers.
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { buffer: 'buffer/', events: 'events/' } },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { transform: { inject: { process: 'process/browser.js' } } },
      lib: {
        entry: resolve(import.meta.dirname, 'in-page.ts'),
        formats: ['iife'],
        name: 'wallets',
      },
    },
  })
  const [bundle] = Array.isArray(answer) ? answer : [answer]
  if (!bundle || !('output' in bundle)) throw new Error('nothing was built')
  return bundle.output[0].code
}
