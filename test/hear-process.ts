import type { ChildProcess } from 'node:child_process'

/**
 * Keeps what a process says, and waits for it to say something. Once that is said nothing is searched any more: the output of a busy server grows, and whoever
 * searched all of it at every piece would do little else.
 * @param name what an error calls the process
 */
export function hearProcess(
  child: ChildProcess,
  name: string,
  awaited: RegExp,
): {
  /** What matched; fails when the process ends before. */
  said: Promise<RegExpExecArray>
  /** All that it said until now, on both of its streams. */
  output(): string
} {
  let output = ''
  const said = new Promise<RegExpExecArray>((resolve, reject) => {
    let isSaid = false
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (isSaid) return
      const match = awaited.exec(output)
      if (match === null) return
      isSaid = true
      resolve(match)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${output}`)))
  })
  said.catch(() => undefined) // it may be ended while nobody waits
  return { said, output: () => output }
}
