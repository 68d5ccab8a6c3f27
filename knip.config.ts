import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'src/cli/vouch.ts',
    'test/flows/build-server.ts',
    'src/client/client.ts',
    'src/web/{,parts/}*.html',
    'test/**/*.test.{ts,tsx}',
    // Programs that a test or a bench starts as a process of their own.
    'test/**/run-*.ts',
    // What a test bundles for pages, and the types of its packages.
    'test/browser/foreign/{in-page,packages.d}.ts',
    'bench/*.ts',
    'drill/run-*.ts',
    'scripts/*.mjs',
    'scripts/lint/*.mjs',
    'drizzle.config.ts',
    'drizzle.postgres.config.ts',
    'vite.server.config.ts',
  ],
  project: [
    'src/**/*.{ts,tsx,html,css}',
    'test/**/*.{ts,tsx}',
    'bench/**/*.ts',
    'drill/**/*.ts',
    'scripts/**/*.mjs',
    '*.config.ts',
  ],
  // Each page names its script and its style sheet; that is how browser code is reached.
  compilers: {
    html: (text) =>
      [...text.matchAll(/(?:src|href)="([./][^"]+\.(?:tsx?|css))"/g)]
        .map(([, path]) => `import '${path?.replace(/^\/(?!\/)/, './')}'`)
        .join('\n'),
    css: (text) =>
      [...text.matchAll(/@import\s+(['"][^'"]+['"])/g)]
        .map(([, path]) => `import ${path}`)
        .join('\n'),
  },
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreDependencies: [
    // Named to a program instead of imported: the linter and its type-aware half, what looks at the package, the Solidity
    // library, and the socket that viem loads when it is there.
    '@arethetypeswrong/cli',
    'publint',
    'oxlint',
    'oxlint-tsgolint',
    '@openzeppelin/contracts',
    'ws',
    // Of the wallets' own installation, `test/browser/foreign`.
    /^@(keplr-wallet|metamask)\//,
    'readable-stream',
  ],
}

// Knip reads its configuration from the default export.
export default config
