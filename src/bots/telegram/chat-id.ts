/**
 * A Telegram chat as we write it: `12345`, or `-10012345/67` for the topic 67 of a forum, so that an answer stays in the
 * topic where it was asked for.
 */
export function chatIdOf(message: {
  chat: { id: number }
  is_topic_message?: boolean | undefined
  message_thread_id?: number | undefined
}): string {
  const { chat, is_topic_message, message_thread_id } = message
  return is_topic_message && message_thread_id !== undefined
    ? `${chat.id}/${message_thread_id}`
    : `${chat.id}`
}

/** @throws {Error} the text is no chat of Telegram */
export function readChatId(text: string): { chatId: number; threadId: number | undefined } {
  const parts = /^(-?\d+)(?:\/(\d+))?$/.exec(text)
  if (!parts) throw new Error(`"${text}" is not a Telegram chat.`)
  return {
    chatId: Number(parts[1]),
    threadId: parts[2] === undefined ? undefined : Number(parts[2]),
  }
}
