import * as chatsTables from '../chats/chat-tables.ts'
import * as claimsTables from '../claims/claim-tables.ts'
import * as peopleTables from '../people/people-tables.ts'
import * as signingTables from '../signing/signing-tables.ts'
import * as trackingTables from '../tracking/tracking-tables.ts'
import * as upkeepTables from '../upkeep/upkeep-tables.ts'
import { toPostgres } from './to-postgres.ts'

// drizzle-kit finds tables by their exports: one for each table that there is, made from that table.
export const liveCards = toPostgres(chatsTables.liveCards)
export const cardTopics = toPostgres(chatsTables.cardTopics)
export const outbox = toPostgres(chatsTables.outbox)
export const handledUpdates = toPostgres(chatsTables.handledUpdates)
export const openUpdates = toPostgres(chatsTables.openUpdates)
export const playgroundMessages = toPostgres(chatsTables.playgroundMessages)
export const claimGroups = toPostgres(claimsTables.claimGroups)
export const claimers = toPostgres(claimsTables.claimers)
export const cancelTries = toPostgres(claimsTables.cancelTries)
export const claims = toPostgres(claimsTables.claims)
export const redemptions = toPostgres(claimsTables.redemptions)
export const verificationCodes = toPostgres(claimsTables.verificationCodes)
export const claimSessions = toPostgres(claimsTables.claimSessions)
export const openedLinks = toPostgres(claimsTables.openedLinks)
export const signIns = toPostgres(claimsTables.signIns)
export const auditLog = toPostgres(claimsTables.auditLog)
export const freezes = toPostgres(claimsTables.freezes)
export const vaultKeys = toPostgres(claimsTables.vaultKeys)
export const accounts = toPostgres(peopleTables.accounts)
export const handleSightings = toPostgres(peopleTables.handleSightings)
export const languages = toPostgres(peopleTables.languages)
export const optOuts = toPostgres(peopleTables.optOuts)
export const groupSettings = toPostgres(peopleTables.groupSettings)
export const passingMessages = toPostgres(peopleTables.passingMessages)
export const activeMembers = toPostgres(peopleTables.activeMembers)
export const walletLinks = toPostgres(peopleTables.walletLinks)
export const linkedWallets = toPostgres(peopleTables.linkedWallets)
export const signRequests = toPostgres(signingTables.signRequests)
export const signPreparations = toPostgres(signingTables.signPreparations)
export const quotes = toPostgres(signingTables.quotes)
export const storedAnswers = toPostgres(signingTables.storedAnswers)
export const prices = toPostgres(signingTables.prices)
export const cursors = toPostgres(trackingTables.cursors)
export const seenTime = toPostgres(trackingTables.seenTime)
export const observations = toPostgres(trackingTables.observations)
export const payoutIds = toPostgres(trackingTables.payoutIds)
export const watches = toPostgres(trackingTables.watches)
export const hopTimes = toPostgres(trackingTables.hopTimes)
export const watchTopics = toPostgres(trackingTables.watchTopics)
export const webhooks = toPostgres(trackingTables.webhooks)
export const writers = toPostgres(upkeepTables.writers)
export const writeProbe = toPostgres(upkeepTables.writeProbe)
export { duties, processes } from './cluster-tables.ts'
