import { defineConfig } from 'drizzle-kit'

// drizzle-kit reads its configuration from the default export.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/store/postgres/*-tables.ts',
  out: './migrations/postgres',
})
