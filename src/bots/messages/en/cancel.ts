/** `/cancel` */
export const cancel = {
  summary: 'Take back what nobody has claimed yet.',
  number: 'Its number in /sent',
  useNumber: 'Write /cancel with a number of your list: /sent',
  noNumber: (number: string) => `There is no number ${number} in your list.`,
  seeList: 'List them with /sent.',
  notListed: 'This is not in your list any more.',

  title: 'Take it back?',
  amount: 'Amount',
  sentTo: 'Sent to',
  comesBackAs: 'Comes back as',
  cannotUndo: 'Nobody can claim it any more then. This cannot be undone.',
  yes: 'Yes, take it back',
}

export type CancelWords = typeof cancel
