/** What any command may have to answer. */
export const answers = {
  failedTitle: 'Something went wrong',
  failed: 'Something went wrong on our side. Nothing was sent from your wallet.',
  report: (id: string) => `If it happens again, report it with this id: ${id}`,
  nothingToShow: 'There is nothing to show any more.',
  allOfThem: 'All of them',
  claimFrom: (number: string, sum: string, sender: string) => `${number}: ${sum} from ${sender}`,
}

export type AnswersWords = typeof answers
