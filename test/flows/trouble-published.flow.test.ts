import { troubleFlow } from './trouble-flow.ts'

troubleFlow('published')
