import { airdrop } from './airdrop.ts'
import { alert, alertsAction, removeAlertAction } from './alert.ts'
import { balance } from './balance.ts'
import { cancel, cancelAction, cancelYesAction, keepAction } from './cancel.ts'
import { dismissAction } from '../buttons/dismiss.ts'
import {
  claim,
  claimAction,
  claimAllAction,
  claimKeepAction,
  claimsAction,
  claimToAction,
} from './claim.ts'
import { chains, chainsAction } from './chains.ts'
import { claims } from './claims.ts'
import type { Action, Command } from '../dispatch/command.ts'
import { deposit } from './deposit.ts'
import { enterGiveawayAction } from '../buttons/enter-giveaway.ts'
import { exportCommand } from './export.ts'
import { giveaway } from './giveaway.ts'
import { createHelp, type CommandGroups } from './help.ts'
import {
  confirmAction,
  exactAction,
  flipAction,
  quote,
  refreshAction,
  signAction,
  swap,
} from './quote.ts'
import { history, historyAction } from './history.ts'
import { inlineWaitAction } from '../dispatch/inline-offer.ts'
import {
  pausePlanAction,
  payPlanAction,
  plan,
  plansAction,
  removePlanAction,
  resumePlanAction,
} from './plan.ts'
import { pools, poolsAction } from './pools.ts'
import { price } from './price.ts'
import { paymentDetailsAction } from '../buttons/payment-details.ts'
import { payWithAction } from '../buttons/pay-with.ts'
import { eraseAction, eraseYesAction, hideAction, privacy, showAction } from './privacy.ts'
import { rain } from './rain.ts'
import { invoice, request, split } from './request.ts'
import { send } from './send.ts'
import { newLinkAction, sent, sentAction, thisIsAction, whoIsAction } from './sent.ts'
import { ownSettingsAction, setLanguageAction, setQuietAction, settings } from './settings.ts'
import { start } from './start.ts'
import { againAction } from '../buttons/again.ts'
import {
  declineBillAction,
  payBillAction,
  remindBillAction,
  withdrawBillAction,
} from '../buttons/bill.ts'
import { sayThanksAction } from '../buttons/say-thanks.ts'
import { takeOutAction } from '../buttons/take-out.ts'
import { takeBackAction, takeBackYesAction } from '../buttons/take-back.ts'
import { takeShareAction } from '../buttons/take-share.ts'
import { claimLinkAction, tipDetailsAction } from '../buttons/tip-details.ts'
import { sharePeopleAction } from '../buttons/share-people.ts'
import { tipRoleAction } from '../buttons/tip-role.ts'
import { tip } from './tip.ts'
import { top } from './top.ts'
import { tokens, tokensAction } from './tokens.ts'
import { track } from './track.ts'
import {
  wallet,
  walletDefaultAction,
  walletLinkAction,
  walletUnlinkAction,
  walletUnlinkYesAction,
} from './wallet.ts'
import { withdraw } from './withdraw.ts'

/** By what people want, in the order of `/help`: the most used first. A new command is one word here, by its own name. */
const listed = {
  give: { tip, send, plan, airdrop, giveaway, rain, top, sent, cancel },
  ask: { request, split, invoice },
  claim: { claim, claims },
  market: { quote, swap, price, alert, tokens, chains, pools },
  wallets: { wallet, balance, deposit, withdraw, track, history, export: exportCommand },
  settings: { settings, privacy, start },
}
type Listed = typeof listed

/** The names of the commands that every platform has. */
export type CommandName = { [Topic in keyof Listed]: keyof Listed[Topic] }[keyof Listed] | 'help'

/** Every command, with those that one platform alone has, and every button that a card can have. */
export function createCommands(extra: readonly Command[] = []): {
  commands: readonly Command[]
  actions: readonly Action[]
} {
  const { give, ask, claim: claiming, market, wallets, settings: setting } = listed
  const groups: CommandGroups = {
    give: Object.values(give),
    ask: Object.values(ask),
    claim: Object.values(claiming),
    market: Object.values(market),
    wallets: [...Object.values(wallets), ...extra],
    settings: Object.values(setting),
  }
  const { help, helpAction } = createHelp(groups)
  return {
    commands: [...Object.values(groups).flat(), help],
    actions: [...buttons, helpAction],
  }
}

const buttons: readonly Action[] = [
  claimAction,
  claimToAction,
  claimKeepAction,
  claimAllAction,
  claimsAction,
  cancelAction,
  cancelYesAction,
  keepAction,
  sentAction,
  newLinkAction,
  whoIsAction,
  thisIsAction,
  tipDetailsAction,
  claimLinkAction,
  sharePeopleAction,
  tipRoleAction,
  payBillAction,
  declineBillAction,
  remindBillAction,
  withdrawBillAction,
  takeShareAction,
  enterGiveawayAction,
  takeBackAction,
  takeBackYesAction,
  refreshAction,
  flipAction,
  exactAction,
  signAction,
  confirmAction,
  historyAction,
  alertsAction,
  plansAction,
  pausePlanAction,
  resumePlanAction,
  payPlanAction,
  removePlanAction,
  removeAlertAction,
  inlineWaitAction,
  paymentDetailsAction,
  payWithAction,
  dismissAction,
  takeOutAction,
  sayThanksAction,
  againAction,
  walletLinkAction,
  walletDefaultAction,
  walletUnlinkAction,
  walletUnlinkYesAction,
  tokensAction,
  chainsAction,
  poolsAction,
  ownSettingsAction,
  setLanguageAction,
  setQuietAction,
  eraseAction,
  eraseYesAction,
  hideAction,
  showAction,
]

export const { commands, actions } = createCommands()
