import { defineConfig } from 'drizzle-kit'

// drizzle-kit reads its configuration from the default export.
export default defineConfig({
  dialect: 'sqlite',
  schema: './src/store/*/*-tables.ts',
  out: './migrations',
})
