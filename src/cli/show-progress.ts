/** Shows how much is done, of 1, on the same line of a terminal where somebody is looking. */
export function showProgress(share: number): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(share < 1 ? `\r${Math.floor(share * 100)} %` : '\r     \r')
}
