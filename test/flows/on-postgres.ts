import { inject } from 'vitest'

// Every process that a test starts keeps its data in this PostgreSQL, in a database of its own.
process.env['FLOWS_POSTGRES'] = inject('postgres')?.url
