import { chmodSync } from 'node:fs'

import { defineConfig } from 'vite'

import { dependencies } from './package.json' with { type: 'json' }

/** Native helpers that discord.js and ws use where somebody installed them; they do without. */
const OPTIONAL = ['zlib-sync', 'bufferutil', 'utf-8-validate']

/**
 * Puts the server and the packages it uses into a few files in `dist/server`: they start in a fraction of the time that
 * it takes to read thousands, and an installation needs only what cannot be bundled, the `dependencies` of package.json
 * (native modules, and what the client's types name). Depth matters: the code finds `migrations` and `dist/web` two
 * folders up.
 */
export default defineConfig({
  publicDir: false,
  plugins: [{ name: 'executable', writeBundle: () => chmodSync('dist/server/vouch.js', 0o755) }],
  ssr: { noExternal: true, external: Object.keys(dependencies) },
  build: {
    ssr: 'src/cli/vouch.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node22',
    sourcemap: true,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      external: OPTIONAL,
      checks: { eval: false }, // discord.js has one, in a function that we do not use
      output: {
        entryFileNames: 'vouch.js',
        chunkFileNames: '[name].js',
        keepNames: true, // node-fetch, which grammY uses, knows a signal by the name of its class
        sourcemapExcludeSources: true, // maps are for the lines in logs; what stands there is in the repository
      },
    },
  },
})
