import { acknowledgementOk, readPacketJson, type PacketFacts } from './packet-json.ts'

/** That the hub's answer to a packet was brought to the factory which had sent it. `msg` is the answer's text. */
export type RelayedAnswer = { packet: PacketFacts; ok: boolean; msg: string }

const BRACE = 0x7b
const QUOTE = 0x22
const CLOSING = 0x7d
const BACKSLASH = 0x5c
/** Objects in one another. Packets and answers have five or so. */
const DEEPEST = 16

/**
 * The packets of `chainUid` in a relayer's call, each with the answer that follows it. Such calls have no published form, so
 * they are read whatever their ABI: by the JSON texts that they carry. Pure.
 *
 * Only to be used on calls of the factory's own relayer: anybody can write such texts into a call. Within one of the
 * relayer's, what users have written stands inside the JSON strings of packets, which are passed over whole.
 */
export function relayedAnswers(chainUid: string, calldata: Uint8Array): RelayedAnswer[] {
  const answers: RelayedAnswer[] = []
  let packet: PacketFacts | undefined
  for (const text of jsonTexts(calldata)) {
    const ok = acknowledgementOk(text)
    if (ok === undefined) {
      const read = readPacketJson(text)
      packet = read?.type !== undefined && read.sender.chain_uid === chainUid ? read : undefined
    } else if (packet) {
      answers.push({ packet, ok, msg: text })
      packet = undefined
    }
  }
  return answers
}

/** All JSON objects that stand in some bytes, but none inside another. */
function jsonTexts(bytes: Uint8Array): string[] {
  const texts: string[] = []
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let from = 0
  while ((from = nextOpening(bytes, from)) >= 0) {
    const end = endOf(bytes, from)
    const text = end === undefined ? undefined : jsonAt(decoder, bytes.subarray(from, end))
    if (text !== undefined) texts.push(text)
    from = text === undefined || end === undefined ? from + 1 : end
  }
  return texts
}

function nextOpening(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(BRACE, from); at >= 0; at = bytes.indexOf(BRACE, at + 1))
    if (bytes[at + 1] === QUOTE) return at
  return -1
}

/**
 * Where the object ends that begins there, as far as braces and strings tell. Most bytes are looked at only so many times, however many objects do not end: of all
 * that are begun outside the strings of one another, as few as may stand in one another are open at a time.
 */
function endOf(bytes: Uint8Array, from: number): number | undefined {
  let depth = 0
  let isInString = false
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (isInString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (byte === BACKSLASH) return undefined
    else if (byte === BRACE) {
      if (depth === DEEPEST) return undefined
      depth += 1
    } else if (byte === CLOSING && (depth -= 1) === 0) return at + 1
  }
  return undefined
}

function jsonAt(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes)
    JSON.parse(text)
    return text
  } catch {
    return undefined
  }
}
