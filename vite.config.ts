import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { defineConfig, type Plugin } from 'vite'

const page = (name: string) => resolve(import.meta.dirname, `src/web/${name}.html`)

/** Builds the browser pages into `dist/web`. Only for builds: the test runner reads this file too and keeps its own root. */
export default defineConfig(({ command }) =>
  command === 'build'
    ? {
        root: resolve(import.meta.dirname, 'src/web'),
        publicDir: false,
        plugins: [sharedParts(), graphiQl(), compressed()],
        build: {
          outDir: resolve(import.meta.dirname, 'dist/web'),
          emptyOutDir: true,
          manifest: 'files.json',
          target: 'es2023',
          assetsInlineLimit: 0, // the pages' content security policy allows files of ours only
          modulePreload: { polyfill: false },
          rolldownOptions: {
            input: [
              'playground',
              'sign',
              'key',
              'key-answer',
              'claim',
              'track',
              'plain',
              'wallet',
              'pay',
              'giveaway',
              'landing',
              'docs',
              'graphql',
            ].map(page),
          },
        },
      }
    : {},
)

/**
 * What the heads of all pages begin with stands in `parts/head.html`, with paths from there; what stands in place of a page that its script
 * never draws, in `parts/unopened.html`.
 */
function sharedParts(): Plugin {
  const part = (name: string) =>
    readFile(resolve(import.meta.dirname, `src/web/parts/${name}.html`), 'utf8')
  return {
    name: 'shared-parts',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const [head, unopened] = await Promise.all([part('head'), part('unopened')])
        return html
          .replace('<!--head-->', head.trim().replaceAll('"./', '"./parts/'))
          .replace(MOUNT, `${MOUNT}\n    ${unopened.trim()}`)
      },
    },
  }
}

/** GraphiQL as files of ours, which pages load when asked; `virtual:graphiql` has their addresses. */
function graphiQl(): Plugin {
  return {
    name: 'graphiql',
    resolveId: (id) => (id === 'virtual:graphiql' ? `\0${id}` : undefined),
    async load(id) {
      if (id !== '\0virtual:graphiql') return undefined
      const parts = await import('@graphql-yoga/render-graphiql/graphiql')
      const urlOf = (name: string, source: string) =>
        `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source })}`
      return `
        export const script = ${urlOf('graphiql.js', parts.js)}
        export const style = ${urlOf('graphiql.css', parts.css)}
        export const editorWorkerService = ${urlOf('graphiql-editor.js', parts.editorWorkerService)}
        export const graphql = ${urlOf('graphiql-graphql.js', parts.graphqlWorker)}
        export const json = ${urlOf('graphiql-json.js', parts.jsonWorker)}`
    },
  }
}

/** Where a page draws itself. */
const MOUNT = '<div id="page"></div>'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** What is sent and text already. Pictures and fonts of the compressed kinds gain nothing. */
const COMPRESSIBLE = /\.(?:html|js|css|svg)$/
/** From so many bytes on brotli's best level is not worth it: a tenth less, for thirty times the time. */
const LARGE_BYTES = 500_000

/** Writes each file's brotli and gzip beside it, where they are smaller: the server sends them as they are. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => COMPRESSIBLE.test(fileName))
      await Promise.all(
        files.map(async (file) => {
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: bytes.length < LARGE_BYTES ? 11 : 9,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          }
          const path = join(dir, file.fileName)
          const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })])
          if (br.length < bytes.length) await writeFile(`${path}.br`, br)
          if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz)
        }),
      )
    },
  }
}
