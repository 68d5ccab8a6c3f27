import { serviceFlow } from './service-flow.ts'

serviceFlow('interface')
