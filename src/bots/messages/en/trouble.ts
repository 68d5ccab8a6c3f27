import { sayNotice, type Notice } from '../../../core/tracking/notice.ts'

/** Why a transaction does not go on, and where its money is. What chains say is English, so it stands here as it is. */
export const trouble = {
  because: (words: string) => words,
  sentence: (words: string) => `${words}.`,
  notice: (notice: Notice, nameOf: (chainUid: string) => string) => `${sayNotice(notice, nameOf)}.`,
}

export type TroubleWords = typeof trouble
