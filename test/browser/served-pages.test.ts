import { beforeAll, describe } from 'vitest'

import { startVouch, type Vouch } from '../flows/vouch-process.ts'
import { crossOriginPages } from './cross-origin-pages.ts'
import { docsPages } from './docs-pages.ts'
import { weighedPages } from './page-weight-pages.ts'

// One process serves them all. The playground is weighed while nobody has written there yet.
let vouch: Vouch
beforeAll(async () => {
  vouch = await startVouch()
})
const running = () => vouch

describe('page weights', () => {
  weighedPages(running)
})
describe('/docs', () => {
  docsPages(running)
})
describe('pages of other origins', () => {
  crossOriginPages(running)
})
