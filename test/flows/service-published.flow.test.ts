import { payoutRulesFlow } from './payout-rules-flow.ts'
import { serviceFlow } from './service-flow.ts'

serviceFlow('published', { 'what payouts cost': payoutRulesFlow })
