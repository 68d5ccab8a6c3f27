import type { ServerResponse } from 'node:http'

/** A call as a platform is asked to fail it. */
export type Call = {
  /** The method of the Bot API, or the method and path of a request. */
  name: string
  /** Where it writes to, as far as the call says so: a chat's or channel's id. */
  chat: string | undefined
  /** The one person who reads what it writes, by id; `undefined` in a group. */
  reader: string | undefined
  /** What is sent, as JSON. */
  body: string
}

/** How a platform fails a call: whether it does what it is asked all the same, and what the caller gets in the place of its answer. */
export type Fault = {
  isDone: boolean
  answer: 'none' | 'cut' | { status: number; body: string; headers?: Record<string, string> }
}

/** Which calls fail, and how; `undefined` for a call that is answered as it should be. */
export type Faults = (call: Call) => Fault | undefined

/** Answers so. A call without an answer stays open until the caller gives it up. */
export function answerFalsely(response: ServerResponse, { answer }: Fault): void {
  if (answer === 'none') return
  if (answer === 'cut') return void response.socket?.destroy()
  response.writeHead(answer.status, answer.headers).end(answer.body)
}
