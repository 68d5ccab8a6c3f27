import type { Card } from '../cards/card.ts'
import { backOffMs } from '../../services/flow/back-off.ts'

/**
 * A chat platform as delivery sees it. Message ids are the platform's own, as text. Each call ends within a deadline of its
 * own: messages of one chat wait for each other.
 */
export type Surface = {
  name: string
  /**
   * Somebody waits for an `answer`: it takes the place of what is `bulk`.
   * @param name the same at each try to send this message, and no other message's; none where it is tried only once. A platform that can tell shows it once
   * @throws {RetryLaterError} {UnreachableError} {ChatMovedError}
   */
  send(chat: string, card: Card, urgency: 'answer' | 'bulk', name?: string): Promise<string>
  /** Whether a message that is sent again under its name stays as it was sent first. */
  keepsFirst?: true
  /** Whether somebody can be met who takes no messages of ours: then meeting them does not say that they can be written to again. */
  meetsAway?: true
  /** Doing nothing when the message reads so already. @throws {RetryLaterError} {MessageGoneError} {UnreachableError} {ChatMovedError} */
  edit(chat: string, messageId: string, card: Card): Promise<void>
  /** Deletes a message of ours, where messages can be deleted. @throws {RetryLaterError} {MessageGoneError} {RefusedError} it stays */
  remove?(chat: string, messageId: string): Promise<void>
  /** The ordinary private chat of the one person who reads this chat, where a chat can be another way to it. */
  privateChatOf?(chat: string): string
  /** Whether what is shown there to its one reader goes away by itself, and so takes the place of nothing. */
  isPassing?(chat: string): boolean
  /** Whether a chat is one message alone, which somebody sent through us where we are not. */
  isMessage?(chat: string): boolean
  /** The group that sees this chat's messages, where a chat can be another way to it. */
  groupOf?(chat: string): string
}

/** Whether what is shown in a chat has one reader, also where others write around it. */
export const isForOne = ({ privateChatOf }: Pick<Surface, 'privateChatOf'>, chat: string) =>
  privateChatOf !== undefined && privateChatOf(chat) !== chat

/** The platform asks us to wait, in this chat or with everything that is not urgent. Units: milliseconds from now. */
export class RetryLaterError extends Error {
  readonly retryAfterMs: number
  readonly scope: 'chat' | 'all'

  constructor(retryAfterMs: number, scope: 'chat' | 'all' = 'chat') {
    super(`the platform asks to wait ${retryAfterMs} ms`)
    this.retryAfterMs = retryAfterMs
    this.scope = scope
  }
}

/** A chat that takes nothing for longer, which our own pace never asks for, holds up nothing else. */
export const LONG_HOLD_MS = 60_000

/** The message cannot be edited any more, for example because somebody deleted it. */
export class MessageGoneError extends Error {}

/** The platform does not let us write to this chat: the person has not begun one with us, or blocked it. */
export class UnreachableError extends Error {}

/** The platform refuses this very call: making it again does not help. */
export class RefusedError extends Error {}

/** The chat has become another one: nothing can be sent to or changed in the old one any more. */
export class ChatMovedError extends Error {
  readonly to: string

  constructor(to: string) {
    super(`the chat is ${to} now`)
    this.to = to
  }
}

const RETRY = { firstMs: 1_000, lastMs: 5 * 60_000 }

/** As long as the platform asks, or longer with each failure in a row. */
export function waitAfter(
  error: unknown,
  attempts: number,
): { waitMs: number; isFailure: boolean } {
  return error instanceof RetryLaterError
    ? { waitMs: error.retryAfterMs, isFailure: false }
    : {
        waitMs: backOffMs(attempts, RETRY),
        isFailure: true,
      }
}
