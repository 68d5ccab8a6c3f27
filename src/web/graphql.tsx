import { render } from 'preact'

import { GraphQlPage } from './graphql/graphql-page.tsx'
import { mountPoint } from './parts/mount-point.ts'

render(<GraphQlPage />, mountPoint())
