/** A person's own words, set apart from ours and named as theirs. */
export function QuoteView({ text, by }: { text: string; by: string }) {
  return (
    <blockquote class="quote">
      <p>{text}</p>
      <footer>{by}</footer>
    </blockquote>
  )
}
