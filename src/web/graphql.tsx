import { GraphQlPage } from './graphql/graphql-page.tsx'
import { drawEnglishPage } from './parts/spoken.tsx'

await drawEnglishPage(<GraphQlPage />)
