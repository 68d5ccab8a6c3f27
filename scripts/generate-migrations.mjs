// Writes the migration that the tables need, for both databases: npm run migrations:generate -- --name=<what-it-does>
import { spawnSync } from 'node:child_process'

for (const config of ['drizzle.config.ts', 'drizzle.postgres.config.ts']) {
  const words = ['generate', `--config=${config}`, ...process.argv.slice(2)]
  const { status } = spawnSync('drizzle-kit', words, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
