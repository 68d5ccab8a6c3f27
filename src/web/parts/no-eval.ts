import { config } from 'zod'

// Our pages forbid code made from text, and zod would try that whenever a schema is made. Imported before any of them is.
config({ jitless: true })
