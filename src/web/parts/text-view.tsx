import { momentsIn } from '../../core/terms/moment.ts'
import { showMoment } from './show-moment.ts'
import { useWords } from './spoken.tsx'

/** A text of the bot's, with its moments by the reader's own clock. */
export function TextView({ text }: { text: string }) {
  const { locale } = useWords()
  return (
    <>
      {momentsIn(text).map((part, index) => {
        if (typeof part === 'string') return part
        const time = new Date(part.atSec * 1000)
        return (
          <time key={index} dateTime={time.toISOString()}>
            {showMoment(locale, time)}
          </time>
        )
      })}
    </>
  )
}
