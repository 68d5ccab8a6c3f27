import { journeysFlow } from './journeys-flow.ts'

journeysFlow('interface')
