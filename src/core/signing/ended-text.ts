import { endOfText } from '../terms/known-reason.ts'
import type { Progress } from '../tracking/progress.ts'
import type { SignRequest } from './sign-request.ts'

/** Whether our transaction did not run its signed text, which another one may have run. Pure. */
export const isEndedText = ({ hops }: Pick<Progress, 'hops'>): boolean =>
  hops.some(({ detail }) => endOfText(detail) !== undefined)

/**
 * Whether no transaction runs that text any more: what another one made of it is there, as soon as final blocks are read up to where the text expires.
 * `readTo` says how far they were, before anybody looked for what it made. Pure.
 */
export const isTextOver = (
  progress: Pick<Progress, 'hops'>,
  { expiresAt }: Pick<SignRequest, 'expiresAt'>,
  readTo: Date | undefined,
): boolean => isEndedText(progress) && readTo !== undefined && readTo >= expiresAt
