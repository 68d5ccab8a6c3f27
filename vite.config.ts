import { resolve } from 'node:path'

import { defineConfig } from 'vite'

const page = (name: string) => resolve(import.meta.dirname, `src/web/${name}.html`)

/** Builds the browser pages into `dist/web`. Only for builds: the test runner reads this file too and keeps its own root. */
export default defineConfig(({ command }) =>
  command === 'build'
    ? {
        root: resolve(import.meta.dirname, 'src/web'),
        publicDir: false,
        build: {
          outDir: resolve(import.meta.dirname, 'dist/web'),
          emptyOutDir: true,
          target: 'es2023',
          assetsInlineLimit: 0, // the pages' content security policy allows files of ours only
          modulePreload: { polyfill: false },
          rolldownOptions: {
            input: ['playground', 'sign', 'claim', 'track', 'wallet', 'landing', 'docs'].map(page),
          },
        },
      }
    : {},
)
