import { createDiscordCalls, DiscordSetupError } from '../../bots/discord/discord-calls.ts'
import { createPace, TELEGRAM_LIMITS } from '../../bots/telegram/pace.ts'
import { createTelegramCalls } from '../../bots/telegram/telegram-calls.ts'
import { TelegramSetupError } from '../../bots/telegram/telegram-errors.ts'
import { PlatformUnavailableError, SignInFailedError } from '../../claims/errors.ts'
import type { SignIn } from '../../claims/proofs/identity-proof.ts'
import { createIdentityProofs } from '../../claims/proofs/identity-proofs.ts'
import { placeOf } from '../../core/terms/identity.ts'
import { tryLogin } from '../../mail/smtp-mailer.ts'
import { ask } from './ask.ts'
import {
  decode,
  failure,
  ok,
  showSpan,
  skipped,
  warning,
  wordsOf,
  type Finding,
  type Patient,
} from './finding.ts'

const MANY_UPDATES = 50
/** A failed try of Telegram's that is older says nothing of today. */
const LATELY_MS = 3_600_000

/** Whether Telegram takes the token, and brings updates where this server expects them. */
export async function checkTelegram(patient: Patient): Promise<Finding[]> {
  const { config, now, isRunning, deadlineMs } = patient
  const { telegram } = config
  if (!telegram) return [skipped('TELEGRAM_BOT_TOKEN is not set: there is no Telegram bot.')]
  const { token, apiRoot, webhook } = telegram
  const pace = createPace({ limits: TELEGRAM_LIMITS, now })
  const calls = createTelegramCalls({
    token,
    apiRoot,
    pace,
    publicUrl: '',
    log: { warn: () => undefined }, // nothing is sent
    now,
  })
  try {
    const me = await calls.me()
    const delivery = await calls.deliveryState()
    const findings = judgeDelivery(delivery, { webhook, isRunning, now: now() })
    if (webhook && isRunning && delivery.url === webhook.url)
      findings.push(...(await tryWebhook(webhook, deadlineMs)))
    if (!me.can_join_groups)
      findings.push(
        warning(
          `@${me.username} cannot be added to groups.`,
          'Switch it on at @BotFather: /setjoingroups, Enable.',
        ),
      )
    if (findings.some(({ state }) => state !== 'skipped')) return findings
    const how = webhook ? 'updates are brought to the webhook' : 'it fetches its updates'
    return [ok(`Telegram takes the token of @${me.username}; ${how}.`), ...findings]
  } catch (error) {
    if (error instanceof TelegramSetupError)
      return [
        failure(
          'Telegram does not take the token.',
          'Copy it from @BotFather (/mybots, API Token) into TELEGRAM_BOT_TOKEN; with a Bot API server of your own, check TELEGRAM_API_ROOT.',
        ),
      ]
    return [failure(`${wordsOf(error)}.`, 'Check TELEGRAM_API_ROOT and the way to it.')]
  }
}

type Delivery = Awaited<ReturnType<ReturnType<typeof createTelegramCalls>['deliveryState']>>

function judgeDelivery(
  { url, waiting, lastError }: Delivery,
  {
    webhook,
    isRunning,
    now,
  }: { webhook: { url: string } | undefined; isRunning: boolean; now: Date },
): Finding[] {
  const findings: Finding[] = []
  if (!webhook && url !== '')
    findings.push(
      warning(
        `Telegram brings updates to ${hostOf(url)}, and this server would fetch them.`,
        'If another program uses this bot, give Vouch a bot of its own; otherwise start Vouch, which takes the webhook away. For a webhook set TELEGRAM_WEBHOOK_SECRET.',
      ),
    )
  if (webhook && url === '' && !isRunning)
    findings.push(skipped('The webhook is set when the server starts.'))
  if (webhook && url === '' && isRunning)
    findings.push(
      failure(
        'No webhook is set although the server runs: no update arrives.',
        'Look for Telegram in the log of the server, and restart it.',
      ),
    )
  if (webhook && url !== '' && url !== webhook.url)
    findings.push(
      failure(
        `The webhook leads to ${hostOf(url)}, not to ${webhook.url}.`,
        'Restart Vouch, which sets it. If it changes back, another program uses this bot: give Vouch one of its own.',
      ),
    )
  const agoMs = lastError ? now.getTime() - lastError.at.getTime() : Infinity
  if (webhook && lastError && agoMs < LATELY_MS)
    findings.push(
      failure(
        `Telegram could not bring an update ${showSpan(agoMs)} ago: ${lastError.words}.`,
        'See what is said of PUBLIC_URL; the proxy has to pass POST /telegram/webhook on, with its header X-Telegram-Bot-Api-Secret-Token.',
      ),
    )
  if (isRunning && waiting > MANY_UPDATES)
    findings.push(
      warning(
        `${waiting} updates wait at Telegram.`,
        'Look in the log of the server for why it does not take them.',
      ),
    )
  return findings
}

/** What our server answers to what is no update, with the secret; while it begins or ends, it asks for it again later. */
const NO_UPDATE = [400, 503]

/** Whether what is posted to the webhook comes to the server, with the secret. Nothing is done of it. */
export async function tryWebhook(
  { url, secret }: { url: string; secret: string },
  deadlineMs: number,
): Promise<Finding[]> {
  const headers = { 'x-telegram-bot-api-secret-token': secret }
  const { status, problem } = await ask(url, deadlineMs, { method: 'POST', headers, body: 'none' })
  if (status !== undefined && NO_UPDATE.includes(status)) return []
  return [
    status === 401
      ? failure(
          `What is posted to ${url} comes without the secret, or with another than the server knows.`,
          'Have the proxy pass the header X-Telegram-Bot-Api-Secret-Token on, and restart Vouch after a change of TELEGRAM_WEBHOOK_SECRET.',
        )
      : failure(
          `What is posted to ${url} does not come to the server: ${problem ?? `HTTP ${status}`}.`,
          'See what is said of PUBLIC_URL; the proxy has to pass POST /telegram/webhook on.',
        ),
  ]
}

/** Without the path: of another program, it may be a secret. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'another address')

/** Whether Discord takes the token, and sends interactions on the way that is configured. */
export async function checkDiscord({
  config,
  now,
  isRunning,
  deadlineMs,
}: Patient): Promise<Finding[]> {
  const { discord, proofs, publicUrl } = config
  const clientId = proofs.DISCORD_CLIENT_ID
  if (!discord) return [skipped('DISCORD_BOT_TOKEN is not set: there is no Discord bot.')]
  const { token, apiRoot, publicKey } = discord
  const calls = createDiscordCalls({ token, apiRoot, now })
  try {
    const application = await calls.application()
    const findings: Finding[] = []
    if (application.bot === undefined)
      findings.push(
        failure('The application has no bot.', 'Add one in the developer portal, under Bot.'),
      )
    if (publicKey !== undefined && publicKey.toLowerCase() !== application.publicKey)
      findings.push(
        failure(
          'DISCORD_PUBLIC_KEY is not that of the application: every interaction would be refused.',
          'Copy the Public Key from General Information in the developer portal.',
        ),
      )
    const { interactionsUrl } = application
    const judged = judgeInteractions(interactionsUrl, { publicKey, publicUrl })
    findings.push(...judged)
    if (isRunning && interactionsUrl !== undefined && judged.length === 0)
      findings.push(...(await tryInteractions(interactionsUrl, deadlineMs)))
    if (clientId !== undefined && clientId !== application.id)
      findings.push(
        warning(
          'DISCORD_CLIENT_ID is another application than that of the bot: people see its name when they sign in.',
          `If that is not meant, set DISCORD_CLIENT_ID to ${application.id} and DISCORD_CLIENT_SECRET to its secret.`,
        ),
      )
    if (findings.length > 0) return findings
    const how = publicKey === undefined ? 'the gateway' : 'HTTP'
    return [ok(`Discord takes the token of ${application.bot}; interactions come over ${how}.`)]
  } catch (error) {
    if (error instanceof DiscordSetupError)
      return [
        failure(
          'Discord does not take the token.',
          'Reset it in the developer portal, under Bot, and set DISCORD_BOT_TOKEN to it.',
        ),
      ]
    return [failure(`${wordsOf(error)}.`, 'Check DISCORD_API_ROOT and the way to it.')]
  }
}

/** Whether what is posted there comes to the server, which refuses what Discord has not signed. */
async function tryInteractions(url: string, deadlineMs: number): Promise<Finding[]> {
  const { status, problem } = await ask(url, deadlineMs, { method: 'POST', body: '{}' })
  if (status === 401 || status === 503) return []
  return [
    failure(
      `What is posted to ${url} does not come to the server: ${problem ?? `HTTP ${status}`}.`,
      'See what is said of PUBLIC_URL; the proxy has to pass POST /discord/interactions on.',
    ),
  ]
}

function judgeInteractions(
  url: string | undefined,
  { publicKey, publicUrl }: { publicKey: string | undefined; publicUrl: string | undefined },
): Finding[] {
  const wanted = publicUrl === undefined ? undefined : `${publicUrl}/discord/interactions`
  const where = 'Interactions Endpoint URL, under General Information in the developer portal'
  if (publicKey === undefined && url !== undefined)
    return [
      failure(
        `Discord sends interactions to ${hostOf(url)}, and this server waits for them at the gateway.`,
        `Empty the ${where}, or set DISCORD_PUBLIC_KEY.`,
      ),
    ]
  if (publicKey !== undefined && url === undefined)
    return [
      failure(
        'Discord sends interactions to the gateway, and this server waits for them over HTTP.',
        `Start Vouch, then enter ${wanted ?? '<PUBLIC_URL>/discord/interactions'} as ${where}.`,
      ),
    ]
  if (publicKey !== undefined && url !== wanted)
    return [
      failure(
        `Discord sends interactions to ${hostOf(url ?? '')}, not to ${wanted ?? 'this server, which has no PUBLIC_URL'}.`,
        `Correct the ${where}, or PUBLIC_URL.`,
      ),
    ]
  return []
}

/** Whether the mail server lets us in. No mail is sent. */
export async function checkMail({ config, deadlineMs }: Patient): Promise<Finding[]> {
  const { mail } = config
  if (!mail)
    return [
      skipped(
        config.network === 'devnet'
          ? 'SMTP_URL is not set: mails go to the mailbox of the playground.'
          : 'SMTP_URL is not set: e-mail recipients are refused.',
      ),
    ]
  const { host, username, password } = new URL(mail.url)
  try {
    await tryLogin(mail.url, deadlineMs)
    const way = username === '' ? 'takes mails without a log-in' : 'takes the log-in'
    return [ok(`${host} ${way}; mails are from ${mail.from.address}.`)]
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === 'EAUTH'
    return [
      isRefused
        ? failure(
            `${host} refuses the log-in: ${refusalOf(error, decode(password))}.`,
            'Correct user and password in SMTP_URL; characters such as @ : / are written as %40 %3A %2F there.',
          )
        : failure(
            `${host} could not be reached: ${wordsOf(error)}.`,
            'Check host and port in SMTP_URL (smtps://…:465, smtp://…:587), and whether this machine may send mail. A server without TLS needs ?requireTLS=false.',
          ),
    ]
  }
}

/** The server's words, or its number alone where it repeats the password: a mark in their place would tell a short one. */
function refusalOf(error: Error, password: string): string {
  if (password === '' || !error.message.includes(password)) return wordsOf(error)
  return 'responseCode' in error ? String(error.responseCode) : 'it says no more'
}

/** Whether each platform knows the client that people would sign in with. */
export async function checkSignIns({ config, now }: Patient): Promise<Finding[]> {
  const { telegram, proofs, publicUrl } = config
  const codes = { send: async () => undefined } // none is sent here
  const findings = await Promise.all(
    createIdentityProofs({ config, codes, now }).flatMap(({ platform, signIn }) =>
      signIn?.clientVariable === undefined
        ? []
        : tryClient(
            placeOf(platform),
            signIn.clientVariable,
            signIn,
            `${publicUrl ?? 'http://localhost'}/proof/${platform}`,
          ),
    ),
  )
  if (telegram && proofs.TELEGRAM_LOGIN_ROOT !== undefined)
    findings.push(
      skipped(
        `Whether Telegram lets people sign in for ${publicUrl ?? 'this server'} is seen by trying: @BotFather, /setdomain, has to know the domain.`,
      ),
    )
  if (findings.length > 0) return findings
  return [skipped('No sign-in is configured: X recipients are refused outside the local network.')]
}

/** Redeems a code that is none: whoever knows the client refuses the code, and the client otherwise. */
async function tryClient(
  place: string,
  name: string,
  signIn: SignIn,
  returnTo: string,
): Promise<Finding> {
  const state = 'doctor'
  const verifier = 'v'.repeat(43)
  try {
    await signIn.accountFrom(new URLSearchParams({ code: 'none', state }), {
      state,
      verifier,
      returnTo,
    })
    return warning(
      `${place} took a code that is none.`,
      `Check the address that ${name} is tried at.`,
    )
  } catch (error) {
    if (error instanceof SignInFailedError)
      return ok(
        `${place} knows the client. That it sends people back to ${returnTo} has to stand in its portal.`,
      )
    const why = error instanceof PlatformUnavailableError ? error.detail : wordsOf(error)
    if (error instanceof PlatformUnavailableError && !error.answered)
      return failure(
        `${place} could not be reached: ${why}.`,
        'Look at the way from this machine to it: names, firewall, proxy.',
      )
    return failure(
      `${place} does not know the client, or has trouble of its own: ${why}.`,
      `Compare ${name} and its secret with the developer portal.`,
    )
  }
}
