import { emailFlow } from './email-flow.ts'

emailFlow('published')
